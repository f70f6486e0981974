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
      var authenticator = try pad.withAuthenticationKeys {
        PacketAuthenticator(hmac: $0, poly1305: $1, at: position)
      }
      var text = SecretBytes(count: min(body.count, pieceBytes))
      var done = 0
      while done < body.count {
        // Writes that begin in mid-page cost more: all but the first begin on a piece boundary.
        let length = min(body.count - done, pieceBytes - (Packet.headerBytes + done) % pieceBytes)
        try text.withMutableBytes { text throws(SystemError) in
          var text = text.part(0..<length)
          try body.read(into: &text, at: done)
          try pad.combine(with: &text, at: done)
          // Ciphertext from here on.
          authenticator.update(text.span)
          try destination.write(text.span, at: Packet.headerBytes + done)
        }
        done += length
      }
      let tag = authenticator.finish()
      try destination.write(tag.span, at: Packet.headerBytes + done)
      let header = Packet.header(position.chunk, tag: tag, headerKey: headerKey)
      try destination.write(header.span, at: 0)
      return tag
    }
  }
}
