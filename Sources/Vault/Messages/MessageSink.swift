package import Codec

/// A message that was authenticated, before its content is handed over.
package struct Incoming: Sendable {
  package let contact: String
  package let head: BodyHead
  /// Bytes of content.
  package let count: Int
}

/// What a message is handed to. Content comes in two steps, since the pad must not stay locked while
/// somebody waits for a person or a pipe.
package protocol MessageSink: AnyObject {
  /// Whether messages of kinds that this program does not know are taken too.
  var takesUnknownKinds: Bool { get }
  /// Makes ready for a message, or throws to leave it unread. The pad is locked: this must not wait,
  /// here and in `take`.
  func begin(_ message: Incoming) throws(VaultError)
  /// Keeps the next piece of content: in memory, sealed, or in a file that has not got its name.
  func take(_ piece: Span<UInt8>) throws(VaultError)
  /// Hands over what was taken: all of it is authentic. The pad is not locked. Once this returns, the
  /// message is consumed.
  func deliver() throws(VaultError)
  /// Something failed after `begin`: nothing of the message may be left.
  func discard()
}
