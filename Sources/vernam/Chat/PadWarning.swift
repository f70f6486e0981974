internal import Synchronization
internal import Vault

/// Warns that the pad runs low, in a conversation: not with each message, but at the limit, before
/// the last ten messages, and at the end.
final class PadWarning: Sendable {
  private enum Level: Int { case enough, low, lastTen, usedUp }

  private let told = Mutex(Level.enough)

  /// What to say now, if anything.
  func news(_ contact: Contact) -> String? {
    let messages = contact.messagesLeft
    guard let warning = contact.padWarning(left: contact.send.left, messages: messages) else {
      told.withLock { $0 = .enough }
      return nil
    }
    let level: Level = messages == 0 ? .usedUp : messages < 10 ? .lastTen : .low
    return told.withLock { told in
      defer { told = level }
      return level.rawValue > told.rawValue ? warning : nil
    }
  }
}
