// Invariant 3: nothing is decrypted before both authenticators were verified over the whole packet,
// and the ciphertext is authenticated once more while it is decrypted.
internal import Codec
internal import Pad
internal import Primitives
internal import System

/// Why an authentic packet was not read to its end.
enum OpeningFailure: Error {
  /// It is not formed like a body.
  case malformed
  /// The packet is not what it was when it was verified.
  case changed
  case system(SystemError)
  case recipient(VaultError)
}

extension PadSlice {
  /// Verifies a packet, then hands over its head with the number of bytes of its content, and then
  /// the content, about `pieceBytes` at a time. Nil if the packet is not authentic: nothing was
  /// decrypted then.
  consuming func open(
    _ packet: PacketInput, at position: PacketPosition, pieceBytes: Int,
    checkNotStopped: () throws(SystemError) -> Void = {},
    begin: (BodyHead, Int) throws(VaultError) -> Void,
    take: (Span<UInt8>) throws(VaultError) -> Void
  ) throws(OpeningFailure) -> BodyHead? {
    try use { pad throws(OpeningFailure) in
      let opening = PacketOpening(packet, at: position, pieceBytes: pieceBytes)
      guard try opening.isAuthentic(pad, checkNotStopped) else { return nil }
      let (head, content) = try opening.head(pad)
      do throws(VaultError) { try begin(head, content.count) } catch { throw .recipient(error) }
      try opening.decrypt(content, pad, take)
      return head
    }
  }
}
