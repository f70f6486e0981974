internal import Pad
internal import Primitives

/// R1, joiner to listener, 1290 bytes; integers big-endian:
///
///     magic      8  "vernam/r"
///     version    2  1
///     session   16  that of M1
///     number     8  greater than in every request before
///     position   8  frames of the giver that the joiner has sent or taken in
///     key     1216  X-Wing public key, made for this request
///     code      32  HMAC under the joiner's key over all before
struct ResumeRequest: Equatable, Sendable {
  static let magic = [UInt8]("vernam/r".utf8)
  static let version: UInt16 = 1
  static let byteCount = 10 + 16 + 8 + 8 + MessageOne.publicKeyBytes + HMACSHA256.byteCount

  /// As on the wire.
  let bytes: [UInt8]
  let number: UInt64
  let position: Int
  let publicKey: [UInt8]

  /// Makes the joiner's own.
  init(number: UInt64, position: Int, publicKey: [UInt8], keys: ResumeKeys) {
    self.number = number
    self.position = position
    self.publicKey = publicKey
    var bytes = ResumeRequest.head(keys.session)
    bytes += number.bigEndianBytes
    bytes += UInt64(position).bigEndianBytes
    bytes += publicKey
    self.bytes = bytes + keys.code(of: .joiner, over: bytes)
  }

  /// Parses all `byteCount` bytes; nil unless the other end of this very session made them.
  init?(_ bytes: [UInt8], keys: ResumeKeys) {
    var reader = FieldReader(bytes)
    let head = ResumeRequest.head(keys.session)
    guard reader.bytes(head.count) == head, keys.verifies(bytes, by: .joiner) else { return nil }
    number = reader.integer(UInt64.self)
    guard let position = Int(exactly: reader.integer(UInt64.self)) else { return nil }
    self.position = position
    publicKey = reader.bytes(MessageOne.publicKeyBytes)
    self.bytes = bytes
  }

  private static func head(_ session: [UInt8]) -> [UInt8] {
    var bytes = magic
    bytes += version.bigEndianBytes
    return bytes + session
  }
}
