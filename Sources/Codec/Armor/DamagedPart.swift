/// A message, or a part of one, that cannot be read, and where to look for the damage.
package struct DamagedPart: Sendable, Equatable {
  /// What the message or part has lost.
  package enum Loss: Sendable, Equatable {
    /// The words after the letters, and perhaps letters.
    case end
    /// The words before the letters, and perhaps letters.
    case beginning
    /// Letters, at the end or in between.
    case letters
    /// All parts are there, but not of the same message.
    case unity
  }

  /// The number of the part, nil for a message in one.
  package let part: Int?
  /// How many parts the message has, if known.
  package let parts: Int?
  package let loss: Loss?
  /// How many blocks were found, not how many there should be.
  package let blocks: Int
  /// The blocks, from 1, with more wrong letters than can be mended.
  package let damaged: [Int]
  /// The blocks, from 1, that were mended, perhaps into something wrong.
  package let mended: [Int]
  /// The id that it shares with the other parts of its message, if that can be read.
  package var id: UInt16?

  /// Where to look: the damaged and the mended blocks, from 1.
  package var suspects: [Int] { (damaged + mended).sorted() }

  /// Where a letter was probably lost or added: from there on, every block looks damaged or was
  /// mended into something wrong. Goes from the first of these blocks to the first damaged one.
  package var slip: ClosedRange<Int>? {
    guard let damage = damaged.first, blocks - damage >= 2 else { return nil }
    let first = suspects.reversed().reduce(blocks + 1) { $1 == $0 - 1 ? $1 : $0 }
    return first <= damage ? first...damage : nil
  }

  /// Whether a block was right as it was, which prose never is.
  var hasCleanBlock: Bool { damaged.count + mended.count < blocks }

  func isLess(than other: DamagedPart) -> Bool {
    (damaged.count, mended.count) < (other.damaged.count, other.mended.count)
  }
}

extension DamagedPart {
  /// Parts with the same id that do not make the packet with that id.
  package static let mixed = DamagedPart(
    part: nil, parts: nil, loss: .unity, blocks: 0, damaged: [], mended: [])
}
