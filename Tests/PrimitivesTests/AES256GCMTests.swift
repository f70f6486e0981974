import Pad
import Primitives
import TestSupport
import Testing

@Suite("AES-256-GCM")
struct AES256GCMTests {
  static let all = (try? Vector.read("aes-256-gcm.txt")) ?? []
  static let good = all.filter { $0.has("plaintext") }
  static let bad = all.filter { !$0.has("plaintext") }

  @Test("The file has vectors that verify and vectors that do not")
  func bothKinds() {
    #expect(Self.good.count > 4 && Self.bad.count > 4)
  }

  @Test("Sealing gives the published ciphertext and tag", arguments: good)
  func seal(_ vector: Vector) throws {
    let plaintext = try vector.bytes("plaintext")
    let sealed = try sealed(vector, plaintext)
    try #expect(sealed == vector.bytes("ciphertext") + vector.bytes("tag"))
  }

  @Test("Opening gives the published plaintext back", arguments: good)
  func open(_ vector: Vector) throws {
    let sealed = try vector.bytes("ciphertext") + vector.bytes("tag")
    try #expect(opened(vector, sealed) == (true, try vector.bytes("plaintext")))
  }

  @Test("A published forgery does not open, and leaves zeros", arguments: bad)
  func forgery(_ vector: Vector) throws {
    let sealed = try vector.bytes("ciphertext") + vector.bytes("tag")
    let zeros = [UInt8](repeating: 0, count: sealed.count - AES256GCM.tagBytes)
    try #expect(opened(vector, sealed) == (false, zeros))
  }

  @Test("Any flipped bit of ciphertext or tag leaves zeros", arguments: good.prefix(4))
  func flippedBits(_ vector: Vector) throws {
    let sealed = try vector.bytes("ciphertext") + vector.bytes("tag")
    let zeros = [UInt8](repeating: 0, count: sealed.count - AES256GCM.tagBytes)
    for bit in 0..<sealed.count * 8 {
      var other = sealed
      other[bit / 8] ^= 1 << (bit % 8)
      try #expect(opened(vector, other) == (false, zeros))
    }
  }

  @Test("Other associated data, nonce or key does not open", arguments: ["data", "nonce", "key"])
  func otherInputs(_ changed: String) throws {
    let vector = try #require(Self.good.first { try $0.bytes("data").count == 20 })
    let sealed = try vector.bytes("ciphertext") + vector.bytes("tag")
    try #expect(opened(vector, sealed, changing: changed).0 == false)
  }

  @Test("Anything shorter than a tag does not open")
  func tooShort() throws {
    let vector = try #require(Self.good.first)
    try #expect(opened(vector, [UInt8](repeating: 0, count: 15)) == (false, []))
  }

  private func sealed(_ vector: Vector, _ text: [UInt8]) throws -> [UInt8] {
    let (key, nonce) = (try vector.bytes("key"), try vector.bytes("nonce"))
    let data = try vector.bytes("data")
    var sealed = [UInt8](repeating: 0xee, count: text.count + AES256GCM.tagBytes)
    var span = sealed.mutableSpan
    var cipher = AES256GCM()
    cipher.seal(
      text.span, key: key.span, nonce: nonce, authenticating: data, into: &span)
    return sealed
  }

  private func opened(
    _ vector: Vector, _ sealed: [UInt8], changing changed: String = ""
  ) throws -> (Bool, [UInt8]) {
    var values: [String: [UInt8]] = [:]
    for name in ["key", "nonce", "data"] { values[name] = try vector.bytes(name) }
    values[changed]?[0] ^= 1
    let (key, nonce, data) = (values["key"]!, values["nonce"]!, values["data"]!)
    var text = [UInt8](repeating: 0xee, count: max(0, sealed.count - AES256GCM.tagBytes))
    var span = text.mutableSpan
    var cipher = AES256GCM()
    let verified = cipher.open(
      sealed.span, key: key.span, nonce: nonce, authenticating: data, into: &span)
    return (verified, text)
  }
}
