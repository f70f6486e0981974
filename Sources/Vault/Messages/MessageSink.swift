package import Codec

/// An authenticated message whose content has not been handed over yet.
package struct Incoming: Sendable {
  package let contact: String
  package let head: BodyHead
  /// Bytes of content.
  package let count: Int
}

/// The receiver of a message. Content arrives in two steps, since the pad must not stay locked
/// while somebody waits for a person or a pipe.
package protocol MessageSink: AnyObject {
  /// Whether messages of kinds unknown to this program are accepted too.
  var takesUnknownKinds: Bool { get }
  /// Prepares for a message, or throws to leave it unread. The pad is locked: neither this nor
  /// `take` may wait.
  func begin(_ message: Incoming) throws(VaultError)
  /// Keeps the next piece of content: in memory, sealed, or in a file without its final name.
  func take(_ piece: Span<UInt8>) throws(VaultError)
  /// Hands over everything that was taken: all of it is authentic. The pad is not locked. Only
  /// after this returns does the vault consume the message.
  func deliver() throws(VaultError)
  /// Removes all traces of the message: something failed after `begin`.
  func discard()
}
