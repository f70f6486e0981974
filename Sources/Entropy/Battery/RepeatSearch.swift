/// A search for a part of a file, of typed throws or of frames that came before, in bounded memory.
/// What repeats is not random, and every other test may pass.
///
/// Stretches are kept if the rolling hash at their end is at most a limit (content-defined: Manber
/// 1994), which is halved whenever too many are kept (adaptive sampling: Flajolet 1990). So those kept
/// are spread over all that came: of 1 GiB, one in 4096 bytes.
struct RepeatSearch {
  private static let most = 1 << 18
  private static let multiplier: UInt64 = 0x9e37_79b9_7f4a_7c15

  private struct Seen {
    let place: Int
    let hash: Int
  }

  /// Symbols in a stretch.
  private let length: Int
  /// The power of the multiplier on a symbol that leaves the stretch.
  private let leaving: UInt64
  /// The latest symbols, in a ring, and where the next one goes.
  private var latest: [UInt16]
  private var next = 0
  /// Symbols so far, and those where the present part begins.
  private(set) var count = 0
  private var start = 0
  private var sum: UInt64 = 0
  private var limit: UInt64
  /// The stretches seen so far, by rolling hash.
  private var seen: [UInt64: Seen] = [:]
  /// Stretches of the present part, and those among them that came before.
  private(set) var all = 0
  private(set) var repeated = 0
  /// Where the first stretch that came before begins, and where it was.
  private(set) var found: (place: Int, earlier: Int)?

  /// Stretches have `length` symbols: so many that chance does not repeat them. One in `rarity` is
  /// kept from the start.
  init(length: Int, rarity: UInt64 = 1) {
    self.length = length
    limit = UInt64.max / rarity
    leaving = (0..<length).reduce(1) { power, _ in power &* RepeatSearch.multiplier }
    latest = [UInt16](repeating: 0, count: length)
  }

  /// Begins a part: no stretch reaches into it from the one before.
  mutating func begin() { (start, all, repeated) = (count, 0, 0) }

  mutating func add(_ symbol: UInt16) {
    sum = (sum &- UInt64(latest[next]) &* leaving &+ UInt64(symbol)) &* RepeatSearch.multiplier
    latest[next] = symbol
    next = next + 1 == length ? 0 : next + 1
    count += 1
    if sum <= limit, count - start >= length { remember() }
  }

  private mutating func remember() {
    var hasher = Hasher()
    for offset in 0..<length { hasher.combine(latest[(next + offset) % length]) }
    let (place, hash) = (count - length, hasher.finalize())
    all += 1
    if let earlier = seen[sum], earlier.hash == hash {
      repeated += 1
      if found == nil { found = (place, earlier.place) }
      return
    }
    seen[sum] = Seen(place: place, hash: hash)
    guard seen.count > RepeatSearch.most else { return }
    limit /= 2
    let limit = limit
    seen = seen.filter { $0.key <= limit }
  }
}
