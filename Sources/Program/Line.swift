/// One line of a conversation.
package struct Line: Sendable, Identifiable {
  package enum Kind: Equatable, Sendable {
    /// Messages of this end, by their numbers in this conversation.
    case own(ClosedRange<Int>, Arrival)
    case theirs
    case note
  }

  /// How far a message of this end has come.
  package enum Arrival: Equatable, Sendable {
    case waiting
    case sent
    case arrived
    /// The other end will never read it: it read it long ago, or skipped it.
    case passed
  }

  package let id: Int
  package internal(set) var kind: Kind
  /// Visible UTF-8. The view takes it out, once.
  package let text: SecretHandoff
}
