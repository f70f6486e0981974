internal import Codec
package import Pad
package import System
package import Vault

/// The receiver of one message in a conversation: text is shown, anything else is put off.
package final class ChatSink: ConversationSink {
  /// The most bytes of a text that are shown; a longer one is put off.
  package static let mostTextBytes = 1 << 20

  /// An alias, since the compiler warns of an import that only a `throws` clause uses.
  package typealias ShowError = SystemError
  /// Shows a whole text. An error leaves the message unread.
  package typealias Show = (Incoming, borrowing SecretBytes) throws(ShowError) -> Void

  private let mostTextBytes: Int
  private let show: Show
  private var message: Incoming?
  private var text = SecretBytes(count: 0)
  private var filled = 0
  package private(set) var putOff: Incoming?
  package let takesUnknownKinds = false

  /// - Parameter mostTextBytes: the most bytes of a text that are shown here, if they are fewer.
  package init(mostTextBytes: Int = ChatSink.mostTextBytes, show: @escaping Show) {
    self.mostTextBytes = min(mostTextBytes, ChatSink.mostTextBytes)
    self.show = show
  }

  package func begin(_ message: Incoming) throws(VaultError) {
    switch message.head.kind {
    case .hello where message.count > 0: throw .malformedBody(from: message.contact)
    case .text where message.count <= mostTextBytes, .hello:
      self.message = message
      text = SecretBytes(count: message.count)
    default:
      putOff = message
      throw .foreign
    }
  }

  package func take(_ piece: Span<UInt8>) {
    text.withMutableBytes { $0.copy(piece, at: filled) }
    filled += piece.count
  }

  package func deliver() throws(VaultError) {
    guard let message, message.head.kind != .hello else { return }
    do throws(SystemError) { try show(message, text) } catch { throw .system(error) }
  }

  package func discard() { text = SecretBytes(count: 0) }
}
