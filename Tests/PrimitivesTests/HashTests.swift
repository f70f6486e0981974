import Pad
import Primitives
import TestSupport
import Testing

@Suite("SHA-256, HMAC-SHA256 and Poly1305")
struct HashTests {
  @Test("SHA-256 gives the published digests", arguments: try Vector.read("sha-256.txt"))
  func digest(_ vector: Vector) throws {
    let message = try vector.bytes("message")
    let times = try vector.number("times")
    var hash = SHA256()
    for _ in 0..<times { hash.update(message.span) }
    let digest = hash.finish()
    try #expect(digest == vector.bytes("digest"))
    if times == 1 { #expect(SHA256.hash(message.span) == digest) }
  }

  @Test("HMAC-SHA256 gives the published tags", arguments: try Vector.read("hmac-sha-256.txt"))
  func hmac(_ vector: Vector) throws {
    let (key, message) = (try vector.bytes("key"), try vector.bytes("message"))
    let expected = try vector.bytes("tag")
    for cut in [0, 1, message.count] {
      let tag = tag(HMACSHA256(key: key.span), message, cut: cut)
      #expect(Array(tag.prefix(expected.count)) == expected)
    }
  }

  @Test("Poly1305 gives the published tags", arguments: try Vector.read("poly1305.txt"))
  func poly1305(_ vector: Vector) throws {
    let (key, message) = (try vector.bytes("key"), try vector.bytes("message"))
    let expected = try vector.bytes("tag")
    for cut in [0, 1, 16, message.count] {
      #expect(tag(Poly1305(oneTimeKey: key.span), message, cut: cut) == expected)
    }
  }

  @Test("A tag changes with every bit of the message")
  func everyBit() {
    let key = [UInt8](1...32)
    let message = [UInt8](repeating: 0x5a, count: 20)
    let hmac = tag(HMACSHA256(key: key.span), message)
    let poly1305 = tag(Poly1305(oneTimeKey: key.span), message)
    for bit in 0..<message.count * 8 {
      var other = message
      other[bit / 8] ^= 1 << (bit % 8)
      #expect(tag(HMACSHA256(key: key.span), other) != hmac)
      #expect(tag(Poly1305(oneTimeKey: key.span), other) != poly1305)
    }
  }

  @Test("Poly1305 refuses a key that is not 32 bytes")
  func wrongKeyLength() async {
    await #expect(processExitsWith: .failure) {
      _ = Poly1305(oneTimeKey: [UInt8](repeating: 1, count: 31).span).finish()
    }
  }

  /// The tag of a message given in two pieces.
  private func tag(_ code: consuming HMACSHA256, _ message: [UInt8], cut: Int = 0) -> [UInt8] {
    code.update(message.span.extracting(first: cut))
    code.update(message.span.extracting(droppingFirst: cut))
    return code.finish()
  }

  /// The tag of a message given in two pieces.
  private func tag(_ code: consuming Poly1305, _ message: [UInt8], cut: Int = 0) -> [UInt8] {
    code.update(message.span.extracting(first: cut))
    code.update(message.span.extracting(droppingFirst: cut))
    return code.finish()
  }
}
