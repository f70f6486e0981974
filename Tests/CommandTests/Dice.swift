import TestSupport

enum Dice {
  /// 4000 throws, from a seed.
  static func rolls() -> [UInt8] {
    let random = Seeded(seed: 6)
    return (0..<4000).map { _ in UInt8(0x30 + random.number(in: 1...6)) }
  }
}
