// Invariant 3, verify before reveal: `open` compares both authenticators over the whole packet
// before it decrypts a byte of it.
package import Pad
internal import Primitives

/// The one form of a message on any channel (message.md, "Packet"): header (8 bytes), ciphertext,
/// tag (48). Every byte of it looks uniformly random.
package enum Packet {
  package static let headerBytes = 8
  package static let tagBytes = HMACSHA256.byteCount + Poly1305.byteCount
  /// Bytes of a packet beyond its body.
  package static let overheadBytes = headerBytes + tagBytes
  /// The shortest packet.
  package static let leastBytes = Padme.floor + overheadBytes
  /// Bytes of a hello: its body is one bucket of the least size.
  package static let helloBytes = leastBytes

  /// Encrypts and authenticates in one piece. The slice is used up.
  package static func seal(
    _ body: consuming Body, with slice: consuming PadSlice, at place: PacketPlace,
    headerKey: borrowing SecretBytes
  ) -> [UInt8] {
    var text = body.encoded()
    // Keyed before `combine` consumes the slice that the keys stand in.
    var authenticator = slice.withAuthenticationKeys {
      PacketAuthenticator(hmac: $0, poly1305: $1, at: place)
    }
    slice.combine(with: &text)
    let ciphertext = text.withBytes { $0.publicCopy }
    authenticator.update(ciphertext.span)
    let tag = authenticator.finish()
    return header(place.chunk, tag: tag, headerKey: headerKey) + ciphertext + tag
  }

  /// The header of a packet that starts at `chunk`, 8 bytes.
  package static func header(
    _ chunk: Int, tag: [UInt8], headerKey: borrowing SecretBytes
  ) -> [UInt8] {
    headerKey.withBytes { header(chunk, tag: tag.span, key: $0) }
  }

  /// The chunk that a packet claims to start at, or nil when `headerKey` is not its lane's.
  package static func chunk(of packet: Span<UInt8>, headerKey: Span<UInt8>) -> Int? {
    guard packet.count >= leastBytes else { return nil }
    return chunk(header: packet, tag: tag(of: packet), headerKey: headerKey)
  }

  /// The same, from the packet's first 8 bytes or more and its last 48.
  package static func chunk(
    header: Span<UInt8>, tag: Span<UInt8>, headerKey: Span<UInt8>
  ) -> Int? {
    var offset = 0
    let masked = header.load(UInt32.self, at: &offset)
    let chunk = masked ^ mask(tag: tag, key: headerKey)
    let expected = check(chunk, tag: tag, key: headerKey)
    guard equalInConstantTime(expected.span, header.extracting(4..<8)) else { return nil }
    return Int(chunk)
  }

  /// Verifies both authenticators, then decrypts. Nil when either fails: nothing was decrypted.
  package static func open(
    _ packet: Span<UInt8>, with slice: consuming PadSlice, at place: PacketPlace
  ) -> SecretBytes? {
    precondition(packet.count >= leastBytes)
    let ciphertext = packet.extracting(headerBytes..<packet.count - tagBytes)
    var authenticator = slice.withAuthenticationKeys {
      PacketAuthenticator(hmac: $0, poly1305: $1, at: place)
    }
    authenticator.update(ciphertext)
    let expected = authenticator.finish()
    guard equalInConstantTime(expected.span, tag(of: packet)) else { return nil }
    var text = SecretBytes(copying: ciphertext)
    slice.combine(with: &text)
    return text
  }

  /// Bytes of the body in a packet of `count` bytes.
  package static func bodyBytes(packet count: Int) -> Int { count - overheadBytes }

  @_lifetime(copy packet)
  private static func tag(of packet: Span<UInt8>) -> Span<UInt8> {
    packet.extracting(packet.count - tagBytes..<packet.count)
  }

  private static func header(_ chunk: Int, tag: Span<UInt8>, key: Span<UInt8>) -> [UInt8] {
    let chunk = UInt32(chunk)
    return (chunk ^ mask(tag: tag, key: key)).bigEndianBytes + check(chunk, tag: tag, key: key)
  }

  private static func mask(tag: Span<UInt8>, key: Span<UInt8>) -> UInt32 {
    var code = HMACSHA256(key: key)
    code.update(Array("vernam/1 mask".utf8).span)
    code.update(tag)
    var offset = 0
    return code.finish().span.load(UInt32.self, at: &offset)
  }

  private static func check(_ chunk: UInt32, tag: Span<UInt8>, key: Span<UInt8>) -> [UInt8] {
    var code = HMACSHA256(key: key)
    code.update(Array("vernam/1 check".utf8).span)
    code.update(tag)
    code.update(chunk.bigEndianBytes.span)
    return Array(code.finish()[0..<4])
  }
}
