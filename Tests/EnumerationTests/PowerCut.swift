import TestSupport

/// One way that a power cut can turn out: how much of what was not synced reached the medium.
struct PowerCut {
  private struct Place: Hashable {
    let inode: Int
    /// -1 means the file's size.
    let sector: Int
  }

  /// How many of the name changes are kept.
  private(set) var names = 0
  private var kept: [Place: Int] = [:]

  func keepsSize(_ inode: Int) -> Bool { kept[Place(inode: inode, sector: -1)] != 0 }
  func versions(_ inode: Int, _ sector: Int) -> Int {
    kept[Place(inode: inode, sector: sector)] ?? 0
  }

  /// All ways if there are at most `limit`; else a sample, which, if it is large enough, includes
  /// nothing kept and all kept.
  static func all(of medium: Medium, limit: Int, random: Seeded) -> [PowerCut] {
    let places = choices(in: medium)
    let counts = [medium.changes.count + 1] + places.map { $0.1 + 1 }
    var total = 1
    for count in counts where total <= limit { total *= count }
    if total <= limit { return (0..<total).map { PowerCut(number: $0, counts, places) } }
    return (0..<limit).map { sample in
      PowerCut(
        digits: counts.map { count in
          switch sample {
          case 0 where limit > 2: 0
          case 1 where limit > 2: count - 1
          default: Int(random.next() % UInt64(count))
          }
        }, places)
    }
  }

  private static func choices(in medium: Medium) -> [(Place, Int)] {
    var choices: [(Place, Int)] = []
    for (inode, file) in medium.files.sorted(by: { $0.key < $1.key }) where !file.isSettled {
      if file.size != file.durable.count { choices.append((Place(inode: inode, sector: -1), 1)) }
      for (sector, versions) in file.unsynced.sorted(by: { $0.key < $1.key }) {
        choices.append((Place(inode: inode, sector: sector), versions.count))
      }
    }
    return choices
  }

  private init(number: Int, _ counts: [Int], _ places: [(Place, Int)]) {
    var rest = number
    let digits = counts.map { count in
      defer { rest /= count }
      return rest % count
    }
    self.init(digits: digits, places)
  }

  private init(digits: [Int], _ places: [(Place, Int)]) {
    names = digits[0]
    for (digit, place) in zip(digits.dropFirst(), places) { kept[place.0] = digit }
  }
}
