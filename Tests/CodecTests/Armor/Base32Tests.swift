import Codec
import Testing

@Suite("Base 32")
struct Base32Tests {
  @Test("The letters are Crockford's, and each reads as its value in either case")
  func letters() {
    #expect(String(decoding: Base32.letters, as: UTF8.self) == "0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    for (value, letter) in Base32.letters.enumerated() {
      #expect(Base32.values[Int(letter)] == UInt8(value))
      #expect(
        Base32.values[Int(Character(Unicode.Scalar(letter)).lowercased().utf8.first!)] == value)
    }
  }

  @Test(
    "A letter that looks like another one reads as that one",
    arguments: zip("OoIiLl".utf8, [0, 0, 1, 1, 1, 1] as [UInt8]))
  func twins(letter: UInt8, value: UInt8) {
    #expect(Base32.values[Int(letter)] == value)
  }

  @Test("No other byte is a letter, not even U")
  func others() {
    let known = "0123456789abcdefghijklmnopqrstvwxyzABCDEFGHIJKLMNOPQRSTVWXYZ".utf8
    for byte in UInt8.min...UInt8.max where !known.contains(byte) {
      #expect(Base32.values[Int(byte)] == Base32.none)
    }
  }
}
