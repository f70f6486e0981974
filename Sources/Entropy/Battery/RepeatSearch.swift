/// A search for a part of a file, or of typed throws, that came before anywhere in it, in bounded
/// memory. Pad that repeats is used twice, and every other test may pass.
///
/// Stretches are kept if their rolling hash is at most a limit (content-defined: Manber 1994), which
/// is halved whenever too many are kept (adaptive sampling: Flajolet 1990). So those kept are spread
/// over the whole file: all of the first 256 KiB, one in 4096 bytes of 1 GiB.
struct RepeatSearch {
  private static let most = 1 << 18
  private static let multiplier: UInt64 = 0x9e37_79b9_7f4a_7c15

  private struct Seen {
    let place: Int
    let hash: Int
  }

  private let length: Int
  /// The power of the multiplier on a byte that leaves the stretch.
  private let leaving: UInt64
  private var latest: [UInt8]
  /// Bytes so far.
  private(set) var count = 0
  private var sum: UInt64 = 0
  private var limit = UInt64.max
  /// By their rolling hashes.
  private var seen: [UInt64: Seen] = [:]
  /// Where the first stretch that came before begins, and where it was.
  private(set) var found: (place: Int, earlier: Int)?

  /// Stretches have `length` bytes: so many that chance does not repeat them.
  init(length: Int) {
    self.length = length
    leaving = (0..<length).reduce(1) { power, _ in power &* RepeatSearch.multiplier }
    latest = [UInt8](repeating: 0, count: length)
  }

  mutating func add(_ byte: UInt8) {
    if found != nil { return }
    let place = count % length
    sum = (sum &- UInt64(latest[place]) &* leaving &+ UInt64(byte)) &* RepeatSearch.multiplier
    latest[place] = byte
    count += 1
    if sum <= limit, count >= length { remember() }
  }

  private mutating func remember() {
    var hasher = Hasher()
    for offset in 0..<length { hasher.combine(latest[(count + offset) % length]) }
    let (place, hash) = (count - length, hasher.finalize())
    if let earlier = seen[sum], earlier.hash == hash {
      found = (place, earlier.place)
      seen = [:]
      return
    }
    seen[sum] = Seen(place: place, hash: hash)
    guard seen.count > RepeatSearch.most else { return }
    limit /= 2
    let limit = limit
    seen = seen.filter { $0.key <= limit }
  }

  var result: TestResult {
    let detail = found.map { "the bytes from \($0.place) on were at \($0.earlier) before" }
    return TestResult("repeats", passes: found == nil, detail: detail ?? "")
  }
}
