internal import Codec
internal import Pad
internal import System
package import Vault

/// A recipient of messages that fit in memory.
package final class ClosureRecipient: MessageSink {
  package let takesUnknownKinds = false
  private let handOver: (String, borrowing ReferenceBody) throws(VaultError) -> Void
  private var message: Incoming?
  private var text = SecretBytes(count: 0)
  private var filled = 0

  package init(_ handOver: @escaping (String, borrowing ReferenceBody) throws(VaultError) -> Void) {
    self.handOver = handOver
  }

  package func begin(_ message: Incoming) throws(VaultError) {
    self.message = message
    text = SecretBytes(count: message.count)
  }

  package func take(_ piece: Span<UInt8>) throws(VaultError) {
    text.withMutableBytes { $0.copy(piece, at: filled) }
    filled += piece.count
  }

  package func deliver() throws(VaultError) {
    guard let message else { preconditionFailure("nothing was begun") }
    let body = text.withBytes { ReferenceBody(message.head, content: $0) }
    try handOver(message.contact, body)
  }

  package func discard() {}
}

extension Vault {
  /// Receives a message that fits in memory.
  package func receive(
    _ packet: [UInt8], deliver: (_ from: String, borrowing ReferenceBody) throws(VaultError) -> Void
  ) throws(VaultError) -> ReadReport {
    try withoutActuallyEscaping(deliver) { deliver throws(VaultError) in
      try receive(MemoryBytes(packet), by: ClosureRecipient(deliver))
    }
  }
}
