// Invariant 3: nothing is decrypted until both authenticators are verified over the whole packet,
// and the ciphertext is authenticated once more while it is decrypted.
internal import Codec
internal import Pad
internal import Primitives
internal import System

extension PadSlice {
  /// Whether a packet is authentic under the keys at the slice's head; nothing is decrypted.
  consuming func verifies(
    _ packet: PacketInput, at position: PacketPosition, pieceBytes: Int,
    checkNotStopped: () throws(SystemError) -> Void
  ) throws(VaultError) -> Bool {
    try use { pad throws(VaultError) in
      try PacketOpening(packet, at: position, pieceBytes: pieceBytes)
        .isAuthentic(pad, checkNotStopped)
    }
  }

  /// Verifies a packet, then hands over its head with the number of bytes of its content, and then
  /// the content, about `pieceBytes` at a time. Nil if the packet is not authentic: nothing was
  /// decrypted then. Throws `malformedBody` if the body is malformed, and `foreign` if the packet
  /// changed after it was verified.
  consuming func open(
    _ packet: PacketInput, from contact: String, at position: PacketPosition, pieceBytes: Int,
    checkNotStopped: () throws(SystemError) -> Void = {},
    begin: (BodyHead, Int) throws(VaultError) -> Void,
    take: (Span<UInt8>) throws(VaultError) -> Void
  ) throws(VaultError) -> BodyHead? {
    try use { pad throws(VaultError) in
      let opening = PacketOpening(packet, at: position, pieceBytes: pieceBytes)
      guard try opening.isAuthentic(pad, checkNotStopped) else { return nil }
      guard let (head, content) = try opening.head(pad) else {
        throw .malformedBody(from: contact)
      }
      try begin(head, content.count)
      try opening.decrypt(content, pad, take)
      return head
    }
  }
}
