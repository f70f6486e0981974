internal import Codec
internal import Exchange
internal import Pad
internal import System
internal import Vault

/// The receiver of one message in a conversation: text is shown, anything else is put off.
final class ChatSink: ConversationSink {
  private let name: String
  /// Shows a whole text. An error leaves the message unread.
  private let show: (Incoming, borrowing SecretBytes) throws(SystemError) -> Void
  private var message: Incoming?
  private var text = SecretBytes(count: 0)
  private var filled = 0
  private(set) var putOff: Incoming?
  let takesUnknownKinds = false

  init(
    from name: String,
    show: @escaping (Incoming, borrowing SecretBytes) throws(SystemError) -> Void
  ) {
    self.name = name
    self.show = show
  }

  func begin(_ message: Incoming) throws(VaultError) {
    // The other end passes on somebody else's message: it is not part of this conversation.
    if message.contact != name { throw .foreign }
    switch message.head.kind {
    case .hello where message.count > 0: throw .malformedBody(from: message.contact)
    case .text where message.count <= ChatActions.mostTextBytes, .hello:
      self.message = message
      text = SecretBytes(count: message.count)
    default:
      putOff = message
      throw .foreign
    }
  }

  func take(_ piece: Span<UInt8>) {
    text.withMutableBytes { $0.copy(piece, at: filled) }
    filled += piece.count
  }

  func deliver() throws(VaultError) {
    guard let message, message.head.kind != .hello else { return }
    do throws(SystemError) { try show(message, text) } catch { throw .system(error) }
  }

  func discard() { text = SecretBytes(count: 0) }
}
