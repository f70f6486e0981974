internal import Codec
internal import Pad

/// A recipient of messages that fit memory.
final class ClosureRecipient: MessageRecipient {
  let takesUnknownKinds = false
  private let handOver: (String, borrowing Body) throws(VaultError) -> Void
  private var message: Incoming?
  private var text = SecretBytes(count: 0)
  private var filled = 0

  init(_ handOver: @escaping (String, borrowing Body) throws(VaultError) -> Void) {
    self.handOver = handOver
  }

  func begin(_ message: Incoming) throws(VaultError) {
    self.message = message
    text = SecretBytes(count: message.count)
  }

  func take(_ piece: Span<UInt8>) throws(VaultError) {
    text.withMutableBytes { $0.copy(piece, at: filled) }
    filled += piece.count
  }

  func deliver() throws(VaultError) {
    guard let message else { preconditionFailure("nothing was begun") }
    let body = text.withBytes { Body(message.head, content: $0) }
    try handOver(message.contact, body)
  }

  func discard() {}
}
