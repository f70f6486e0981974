/// A message, or a part of one, that cannot be read, and where to look for the damage.
package struct DamagedPart: Sendable, Equatable, CustomStringConvertible {
  /// What has been lost as a whole.
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
  /// How many parts the message has, where that is known.
  package let parts: Int?
  package let loss: Loss?
  /// How many blocks stand there.
  package let blocks: Int
  /// The blocks, from 1, with more wrong letters than can be mended.
  package let damaged: [Int]
  /// The blocks, from 1, that were mended, perhaps into something wrong.
  package let mended: [Int]

  /// Where to look: the damaged and the mended blocks, from 1.
  package var suspects: [Int] { (damaged + mended).sorted() }

  package var description: String {
    switch loss {
    case .end: "the end of \(name) is missing"
    case .beginning: "the beginning of \(name) is missing"
    case .unity: "the parts of a message do not belong together"
    case .letters where suspects.isEmpty: "letters of \(name) are missing"
    case .letters, nil: "\(name) is damaged\(place)"
    }
  }

  private var name: String {
    guard let part else { return "the message" }
    return "part \(part)" + (parts.map { " of \($0)" } ?? "")
  }

  private var place: String {
    suspects.isEmpty ? "" : " in \(NumberList("block", suspects))"
  }

  package var hint: String {
    switch loss {
    case .end: return "copy it again, down to the line that begins with \"End of\""
    case .beginning: return "copy it again, from the line with \"vernam message\" on"
    case .unity: return "give the parts of one message at a time"
    case .letters, nil: break
    }
    if let slip {
      return
        "look for a lost or added letter in \(NumberList("block", Array(slip))), or ask for it again"
    }
    if suspects.isEmpty { return "copy it again" }
    return "compare with the original (30 letters are a block, two a line), or ask for it again"
  }

  /// From a lost or added letter on, all blocks look damaged, or were mended into something wrong; the
  /// first of them down to one that cannot be.
  private var slip: ClosedRange<Int>? {
    guard let damage = damaged.first, blocks - damage >= 2 else { return nil }
    let first = suspects.reversed().reduce(blocks + 1) { $1 == $0 - 1 ? $1 : $0 }
    return first <= damage ? first...damage : nil
  }

  /// Whether a block was right as it stood, which prose never is.
  var hasCleanBlock: Bool { damaged.count + mended.count < blocks }

  func isLess(than other: DamagedPart) -> Bool {
    (damaged.count, mended.count) < (other.damaged.count, other.mended.count)
  }
}

extension DamagedPart {
  /// Parts that have the same id, but do not make the packet that it is the id of.
  package static let mixed = DamagedPart(
    part: nil, parts: nil, loss: .unity, blocks: 0, damaged: [], mended: [])
}
