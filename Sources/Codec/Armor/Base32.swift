/// Crockford's base 32: ten digits and the letters without I, L, O and U, so that no two look
/// alike; read in either case, O as 0, I and L as 1.
package enum Base32 {
  /// The letter written for each of the 32 values.
  package static let letters = [UInt8]("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  /// Bits in a letter.
  package static let bitCount = 5

  /// The entry in `values` for a byte that is no letter of this alphabet.
  package static let none: UInt8 = 0xFF

  /// The value of each byte, or `none`.
  package static let values: [UInt8] = {
    var values = [UInt8](repeating: none, count: 256)
    for (value, letter) in letters.enumerated() {
      values[Int(letter)] = UInt8(value)
      values[Int(letter | 0x20)] = UInt8(value)
    }
    for (letter, twin) in zip("OoIiLl".utf8, "001111".utf8) {
      values[Int(letter)] = values[Int(twin)]
    }
    return values
  }()
}
