package import Pad
internal import Primitives

/// What every channel carries, however it is wrapped (vernam-message(5), "THE PACKET"): header (8 bytes),
/// ciphertext, tag (48). Every byte of it looks uniformly random.
package enum Packet {
  package static let headerBytes = 8
  package static let tagBytes = HMACSHA256.byteCount + Poly1305.byteCount
  /// Bytes of a packet beyond its body.
  package static let overheadBytes = headerBytes + tagBytes
  /// The shortest packet.
  package static let leastBytes = Padme.floor + overheadBytes

  /// The header of a packet that starts at `chunk`, 8 bytes.
  package static func header(
    _ chunk: Int, tag: [UInt8], headerKey: borrowing SecretBytes
  ) -> [UInt8] {
    headerKey.withBytes { header(chunk, tag: tag.span, key: $0) }
  }

  /// Bytes of the body in a packet of `count` bytes.
  package static func bodyBytes(packet count: Int) -> Int { count - overheadBytes }

  private static func header(_ chunk: Int, tag: Span<UInt8>, key: Span<UInt8>) -> [UInt8] {
    var code = HeaderCode(tag: tag)
    let masked = UInt32(chunk) ^ code.mask(key)
    return masked.bigEndianBytes + code.check(UInt32(chunk), key)
  }
}
