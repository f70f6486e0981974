import TestSupport

/// Sequences that a seed repeats, for which the reference's results are on file.
enum Samples: String, CaseIterable, Sendable {
  case biasedBits = "biased bits"
  case stickyBits = "sticky bits"
  case bytes = "bytes"
  case bell = "bell"
  case rhythm = "rhythm"

  /// `count` samples, one per byte.
  func make(seed: Int, count: Int) -> [UInt8] {
    let random = Seeded(seed: UInt64(seed))
    var last: UInt8 = 0
    return (0..<count).map { index in
      let value = random.next()
      switch self {
      case .biasedBits: last = value % 5 == 0 ? 1 : 0
      case .stickyBits: last ^= value % 4 == 0 ? 1 : 0
      case .bytes: last = UInt8(value & 0xff)
      case .bell:
        last = UInt8((value & 15) + (value >> 16 & 15) + (value >> 32 & 15) + (value >> 48 & 15))
      case .rhythm: last = value % 3 == 0 ? UInt8(value >> 32 & 7) : UInt8(index % 7)
      }
      return last
    }
  }
}
