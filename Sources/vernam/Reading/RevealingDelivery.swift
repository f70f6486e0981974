internal import Codec
internal import Pad
internal import System
internal import Vault
internal import Wording

/// Delivery of one text by showing it word by word. It counts as delivered once a key is pressed on
/// the last word; if left before that, it stays readable (invariant 4).
final class RevealingDelivery: Delivery {
  private static let mostBytes = 1 << 20

  private let screen: any RevealScreen
  /// Shows the message again if it was left before its end.
  private let command: String
  private var contact = ""
  private var text = SecretBytes(count: 0)
  private var filled = 0
  private(set) var failure: Failure?

  init(screen: any RevealScreen, command: String) {
    self.screen = screen
    self.command = command
  }

  let takesUnknownKinds = false

  func begin(_ message: Incoming) throws(VaultError) {
    contact = message.contact
    guard case .text = message.head.kind else {
      throw refusal("is a file, which cannot be shown word by word")
    }
    guard message.count <= RevealingDelivery.mostBytes else {
      throw refusal("is \(ByteCount(message.count)) long, too much to show word by word")
    }
    text = SecretBytes(count: message.count)
  }

  private func refusal(_ why: String) -> VaultError {
    failure = Failure(
      "the message from \(contact) \(why)", hint: "decrypt it without --reveal", code: .badData)
    return .system(SystemError("show", "/dev/tty", code: SystemError.tooLarge))
  }

  func take(_ piece: Span<UInt8>) throws(VaultError) {
    text.withMutableBytes { $0.copy(piece, at: filled) }
    filled += piece.count
  }

  func deliver() throws(VaultError) {
    let content = text.withBytes { SecretBytes(copying: $0) }
    text = SecretBytes(count: 0)
    var revelation = Revelation(
      content, from: contact, on: screen, clock: ContinuousClock())
    do throws(SystemError) {
      switch try revelation.show() {
      case .delivered: return
      case .timedOut: throw undelivered("you pressed no key for a minute")
      case .left, .signal: throw undelivered("you left before the end")
      }
    } catch { throw .system(error) }
  }

  private func undelivered(_ why: String) -> SystemError {
    failure = Failure(
      "\(why): you can still read the message", hint: "run \"\(command)\" again",
      code: .temporary)
    return SystemError("show", "/dev/tty", code: SystemError.interrupted)
  }

  func discard() { text = SecretBytes(count: 0) }
}
