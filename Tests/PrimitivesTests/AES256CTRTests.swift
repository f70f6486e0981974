import Pad
import Primitives
import TestSupport
import Testing

@Suite("AES-256 in counter mode")
struct AES256CTRTests {
  @Test("The published texts match, both ways", arguments: try Vector.read("aes-256-ctr.txt"))
  func published(_ vector: Vector) throws {
    let plaintext = try vector.bytes("plaintext")
    let ciphertext = try vector.bytes("ciphertext")
    var cipher = AES256CTR()
    try #expect(combine(&cipher, vector, plaintext) == ciphertext)
    try #expect(combine(&cipher, vector, ciphertext) == plaintext)
  }

  @Test("Without a counter, the stream counts from zero")
  func zeroCounter() {
    let key = [UInt8](0..<32)
    var cipher = AES256CTR()
    var implied = [UInt8](repeating: 0, count: 100)
    var given = implied
    var span = implied.mutableSpan
    cipher.combine(key: key.span, with: &span)
    span = given.mutableSpan
    cipher.combine(key: key.span, counter: [UInt8](repeating: 0, count: 16).span, with: &span)
    #expect(implied == given)
    #expect(implied != [UInt8](repeating: 0, count: 100))
  }

  @Test("Filling gives the stream itself, whatever was there", arguments: [0, 1, 16, 40_000])
  func filling(count: Int) {
    let key = [UInt8](0..<32)
    let counter = [UInt8](repeating: 0, count: 15) + [7]
    var cipher = AES256CTR()
    var expected = [UInt8](repeating: 0, count: count)
    var filled = [UInt8](repeating: 0xAA, count: count)
    var span = expected.mutableSpan
    cipher.combine(key: key.span, counter: counter.span, with: &span)
    span = filled.mutableSpan
    cipher.fill(&span, key: key.span, counter: counter.span)
    #expect(filled == expected)
  }

  private func combine(
    _ cipher: inout AES256CTR, _ vector: Vector, _ text: [UInt8]
  ) throws -> [UInt8] {
    var text = text
    var span = text.mutableSpan
    let key = try vector.bytes("key")
    let counter = try vector.bytes("counter")
    cipher.combine(key: key.span, counter: counter.span, with: &span)
    return text
  }
}
