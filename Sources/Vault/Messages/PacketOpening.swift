// Invariant 3: both authenticators are verified over the whole packet before any of it is decrypted.
internal import Codec
internal import Pad
internal import Primitives
internal import System

/// The steps of opening one packet, in the order in which `PadSlice.open` performs them.
struct PacketOpening {
  private let packet: PacketInput
  private let position: PacketPosition
  private let pieceBytes: Int

  init(_ packet: PacketInput, at position: PacketPosition, pieceBytes: Int) {
    self.packet = packet
    self.position = position
    self.pieceBytes = pieceBytes
  }

  /// Verifies both authenticators over the whole packet.
  func isAuthentic(
    _ pad: borrowing PadBytes, _ checkNotStopped: () throws(SystemError) -> Void
  ) throws(VaultError) -> Bool {
    try system { () throws(SystemError) in
      var authenticator = try pad.withAuthenticationKeys {
        PacketAuthenticator(hmac: $0, poly1305: $1, at: position)
      }
      try packet.forEachPiece(of: pieceBytes) { piece throws(SystemError) in
        try checkNotStopped()
        authenticator.update(piece)
      }
      let expected = authenticator.finish()
      return equalInConstantTime(expected.span, packet.tag.span)
    }
  }

  /// The head of the body, and which bytes of the body are its content; nil if it is malformed.
  func head(
    _ pad: borrowing PadBytes
  ) throws(VaultError) -> (head: BodyHead, content: Range<Int>)? {
    guard let end = try contentEnd(pad) else { return nil }
    let start = try text(0..<min(packet.bodyBytes, BodyHead.maximumBytes), pad)
    guard let head = start.withBytes({ BodyHead($0, end: end) }) else { return nil }
    return (head, head.contentStart..<end)
  }

  /// Finds the mark, starting from the end; nil if something else is last.
  private func contentEnd(_ pad: borrowing PadBytes) throws(VaultError) -> Int? {
    var end = packet.bodyBytes
    while end > 0 {
      let range = max(0, end - pieceBytes)..<end
      let text = try text(range, pad)
      if let found = text.withBytes({ Body.end(of: $0) }) {
        let isMark = text.withBytes { $0[found] == Body.mark }
        return isMark ? range.lowerBound + found : nil
      }
      end = range.lowerBound
    }
    return nil
  }

  /// Decrypts the content piece by piece, authenticating the whole packet again.
  func decrypt(
    _ content: Range<Int>, _ pad: borrowing PadBytes,
    _ take: (Span<UInt8>) throws(VaultError) -> Void
  ) throws(VaultError) {
    var recheck = try system { () throws(SystemError) in
      try pad.withAuthenticationKeys { PacketRecheck(poly1305: $1, at: position) }
    }
    let ahead = pieceBytes - content.lowerBound % pieceBytes
    var text = SecretBytes(count: min(packet.bodyBytes, pieceBytes))
    var done = 0
    while done < packet.bodyBytes {
      // Pieces of content line up with the pieces of the file that they are written to.
      let length = min(packet.bodyBytes - done, pieceBytes - (ahead + done) % pieceBytes)
      let wanted = content.clamped(to: done..<done + length)
      try text.withMutableBytes { text throws(VaultError) in
        var text = text.part(0..<length)
        try system { () throws(SystemError) in
          try packet.read(into: &text, at: done)
          recheck.update(text.span)
          try pad.combine(with: &text, at: done)
        }
        if wanted.isEmpty { return }
        try take(text.span.extracting(wanted.lowerBound - done..<wanted.upperBound - done))
      }
      done += length
    }
    guard recheck.holds(packet.tag) else { throw .foreign }
  }

  /// Decrypts a stretch of the body.
  private func text(
    _ range: Range<Int>, _ pad: borrowing PadBytes
  ) throws(VaultError) -> SecretBytes {
    var text = SecretBytes(count: range.count)
    try system { () throws(SystemError) in
      try text.withMutableBytes { text throws(SystemError) in
        try packet.read(into: &text, at: range.lowerBound)
        try pad.combine(with: &text, at: range.lowerBound)
      }
    }
    return text
  }
}
