// Invariant 1: sealing consumes the slice. Invariant 2: the state that says that its chunks are spent
// is durable before the packet is made.
internal import Codec
internal import Pad
internal import System

extension PadSlice {
  /// Encrypts and authenticates a body, about `pieceBytes` at a time, and writes its packet.
  /// Returns the packet's tag.
  @discardableResult
  consuming func seal(
    _ body: borrowing BodyEncoder, at position: PacketPosition,
    headerKey: borrowing SecretBytes, pieceBytes: Int, into destination: PacketDestination
  ) throws(SystemError) -> [UInt8] {
    try use { pad throws(SystemError) in
      let authenticator = try pad.withAuthenticationKeys {
        PacketAuthenticator(hmac: $0, poly1305: $1, at: position)
      }
      let start = Packet.headerBytes
      let tag = try authenticator.authenticate(body.count, from: start, pieceBytes: pieceBytes) {
        text, offset throws(SystemError) in
        try body.read(into: &text, at: offset)
        try pad.combine(with: &text, at: offset)
        // Ciphertext from here on.
        try destination.write(text.span, at: start + offset)
      }
      try destination.write(tag.span, at: start + body.count)
      let header = Packet.header(position.chunk, tag: tag, headerKey: headerKey)
      try destination.write(header.span, at: 0)
      return tag
    }
  }
}
