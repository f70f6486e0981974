/// Arithmetic in GF(32) = GF(2)[x] / (x⁵ + x² + 1), where α = x generates every non-zero element.
/// Addition is exclusive or.
enum GaloisField32 {
  /// The order of α.
  static let order = 31

  /// α⁰ … α³⁰, twice over, so that a sum of two logarithms needs no reduction.
  private static let powers: [UInt8] = {
    var powers = [UInt8](repeating: 1, count: 2 * order)
    for exponent in 1..<powers.count {
      let doubled = powers[exponent - 1] << 1
      powers[exponent] = doubled & 0x20 == 0 ? doubled : doubled ^ 0b100101
    }
    return powers
  }()

  private static let logarithms: [Int] = {
    var logarithms = [Int](repeating: 0, count: 32)
    for exponent in 0..<order { logarithms[Int(powers[exponent])] = exponent }
    return logarithms
  }()

  /// α to the power of `exponent`, 0 ..< 62.
  static func power(_ exponent: Int) -> UInt8 { powers[exponent] }

  /// The exponent of α, 0 ..< 31, that gives `value`, which is not zero.
  static func logarithm(_ value: UInt8) -> Int { logarithms[Int(value)] }

  static func multiply(_ first: UInt8, _ second: UInt8) -> UInt8 {
    guard first != 0, second != 0 else { return 0 }
    return powers[logarithms[Int(first)] + logarithms[Int(second)]]
  }

  /// `first` divided by `second`, which is not zero.
  static func divide(_ first: UInt8, by second: UInt8) -> UInt8 {
    precondition(second != 0, "division by zero")
    guard first != 0 else { return 0 }
    return powers[logarithms[Int(first)] + order - logarithms[Int(second)]]
  }
}
