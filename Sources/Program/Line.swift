package import Exchange

/// One line of a conversation.
package struct Line: Sendable, Identifiable {
  package enum Kind: Equatable, Sendable {
    /// Messages of this end, by their numbers in this conversation.
    case own(ClosedRange<Int>, DeliveryState)
    case theirs
    case note
    /// A file, or a text too long for a line, which stays unread until it is saved.
    case file(Saving)
    /// A text of which one word is shown at a time.
    case wordByWord(Progress)
  }

  package enum Saving: Equatable, Sendable {
    case offered
    case underWay
    /// Under this name.
    case done(String)
  }

  package enum Progress: Equatable, Sendable {
    /// No word is shown now.
    case hidden
    /// This word, from 1, and which part of it if it is long.
    case word(Int, of: Int, part: Int)
    /// The person has seen all words, and the message is used up.
    case over
  }

  package let id: Int
  /// Whether it is short enough to be copied, or shown as codes.
  package let canBeCopied: Bool
  /// Whether it stands for a file of this end.
  package let isFile: Bool
  package internal(set) var kind: Kind
  /// Whether it stands for messages of this end.
  package var isOwn: Bool { if case .own = kind { true } else { false } }
  /// Whether it stands for the message of this end with a number.
  func stands(for number: Int) -> Bool {
    if case .own(let numbers, _) = kind { numbers.contains(number) } else { false }
  }
  /// Whether it stands for messages of an earlier time, whose texts are not kept.
  package var isEarlier: Bool { isOwn && text.count == 0 }
  /// Visible UTF-8. The view copies it, each time that it shows the line.
  package let text: SecretHandoff
}
