import Pad
import Primitives
import TestSupport
import Testing

@Suite("AES-256")
struct AES256Tests {
  @Test("The published blocks match, under one key after the other")
  func published() throws {
    var cipher = AES256()
    for vector in try Vector.read("aes-256.txt") {
      let (key, text) = (try vector.bytes("key"), try vector.bytes("plaintext"))
      var result = [UInt8](repeating: 0, count: text.count)
      var span = result.mutableSpan
      cipher.encrypt(text.span, key: key.span, into: &span)
      try #expect(result == vector.bytes("ciphertext"))
    }
  }
}
