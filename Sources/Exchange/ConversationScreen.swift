package import Vault

/// Where a conversation is shown. Its calls come from several threads.
package protocol ConversationScreen: AnyObject, Sendable {
  func show(_ event: ConversationEvent)
  /// What takes the next message.
  func sink() -> any ConversationSink
}

/// A sink that may put a message off: then it stays unread until the person asks for it.
package protocol ConversationSink: MessageSink {
  /// The message that `begin` refused, to be read later.
  var putOff: Incoming? { get }
}

/// What happens in a conversation. Messages of this end have numbers, from 1 on.
package enum ConversationEvent: Sendable {
  /// This end waits at this port, or looks for the other end, or calls there.
  case listening(host: String?, port: Int)
  case looking
  case calling
  /// The other end is there.
  case here
  /// The other end is no longer there.
  case away(ExchangeError)
  /// This try to reach the other end came to nothing; another follows.
  case unreached(ExchangeError)
  /// What happens on the way to the other end, for those who want to follow it.
  case step(ConversationStep)
  /// Another command left this message in the outbox; it is delivered here, too.
  case found(Int)
  /// Another command delivered this message, or it was removed from the outbox. If it had left,
  /// `arrived` or `passed` may still follow.
  case removed(Int, hasLeft: Bool)
  /// How far a long message has come; nil once it is no longer on its way.
  case progress(TransferProgress?)
  /// All of this message has left.
  case sent(Int)
  /// The other end has confirmed it.
  case arrived(Int)
  /// The other end will never read it: it was already read, or skipped.
  case passed(Int)
  /// A message was delivered to the sink.
  case read(ReadReport)
  /// Messages before this one have not arrived: those that the report names.
  case missing(ReadReport)
  /// A message was put off by the sink: `Conversation.take` reads it by this number, which its
  /// sender gave it.
  case putOff(Int, Incoming)
  /// There is no room for a message beside those that are put off. It comes in the next
  /// conversation; so do others on this connection, which are not told of.
  case noRoom
  /// A message came that could not be read.
  case unreadable(VaultError)
}
