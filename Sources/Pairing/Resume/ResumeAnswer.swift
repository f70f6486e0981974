internal import Pad
internal import Primitives

/// R2, listener to joiner, 1160 bytes; integers big-endian:
///
///     position   8  frames of the giver that the listener has sent or taken in
///     key     1120  encapsulated key of HPKE (base mode, X-Wing)
///     code      32  HMAC under the listener's key over R1 and all before
struct ResumeAnswer: Equatable, Sendable {
  static let byteCount = 8 + MessageTwo.encapsulatedKeyBytes + HMACSHA256.byteCount

  /// As on the wire.
  let bytes: [UInt8]
  let position: Int
  let encapsulatedKey: [UInt8]

  /// Makes the listener's own.
  init(position: Int, encapsulatedKey: [UInt8], to request: ResumeRequest, keys: ResumeKeys) {
    self.position = position
    self.encapsulatedKey = encapsulatedKey
    var bytes: [UInt8] = []
    bytes += UInt64(position).bigEndianBytes
    bytes += encapsulatedKey
    self.bytes = bytes + keys.code(of: .listener, over: request.bytes + bytes)
  }

  /// Parses all `byteCount` bytes; nil unless this session's listener answers this request.
  init?(_ bytes: [UInt8], to request: ResumeRequest, keys: ResumeKeys) {
    guard keys.verifies(bytes, by: .listener, after: request.bytes) else { return nil }
    var reader = FieldReader(bytes)
    guard let position = Int(exactly: reader.integer(UInt64.self)) else { return nil }
    self.position = position
    encapsulatedKey = reader.bytes(MessageTwo.encapsulatedKeyBytes)
    self.bytes = bytes
  }
}
