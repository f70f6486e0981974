package import Codec

extension ArmorError {
  /// One line that says what is wrong.
  package var what: String {
    switch self {
    case .tooFewCharacters(let minimum):
      "with parts this short, the message needs more than 255 of them: allow at least \(minimum) characters"
    }
  }
}

extension ArmorBlock {
  /// The lines that hold these blocks: there are two on a line, and the first words are line 1.
  package static func lines(_ blocks: [Int]) -> [Int] {
    Set(blocks.map { ($0 + 1) / 2 + 1 }).sorted()
  }

  /// One line that says which lines had wrong letters.
  package static func describe(_ mended: [ArmorBlock], parts: Int) -> String {
    let groups = Dictionary(grouping: mended, by: \.part).sorted { $0.key < $1.key }
    let names = groups.map { part, blocks in
      NumberList("line", ArmorBlock.lines(blocks.map(\.number))).description
        + (parts > 1 ? " of part \(part)" : "")
    }
    return "corrected wrong letters in " + names.joined(separator: ", ")
  }
}

extension IncompleteMessage {
  /// One line that says what is wrong.
  package var what: String {
    let verb = missing.count == 1 ? "is" : "are"
    return "\(NumberList("part", missing)) of \(parts) \(verb) missing"
  }

  /// One line that says what to do.
  package var hint: String {
    missing.count == 1
      ? "decrypt the missing part when it comes: vernam keeps the others"
      : "decrypt the missing parts when they come: vernam keeps the others"
  }
}

extension DamagedPart {
  /// One line that says what is wrong.
  package var what: String {
    switch loss {
    case .end: "the end of \(name) is missing"
    case .beginning: "the beginning of \(name) is missing"
    case .unity: "these parts are not from the same message"
    case .letters where suspects.isEmpty: "\(name) has lost some letters"
    case .letters, nil: "\(name) is damaged\(place)"
    }
  }

  private var name: String {
    guard let part else { return "the message" }
    return "part \(part)" + (parts.map { " of \($0)" } ?? "")
  }

  private var place: String {
    suspects.isEmpty ? "" : " in \(NumberList("line", ArmorBlock.lines(suspects)))"
  }

  /// One line that says what to do.
  package var hint: String {
    switch loss {
    case .end: return "copy it again, down to the line that begins with \"End of\""
    case .beginning: return "copy it again, from the line with \"vernam message\" on"
    case .unity: return "paste the parts of one message only"
    case .letters, nil: break
    }
    if let slip {
      return
        "copy it again; if it was typed, look for a missing or extra letter in "
        + "\(NumberList("line", ArmorBlock.lines(Array(slip)))) of the original"
    }
    if suspects.isEmpty { return "copy it again" }
    return
      "copy it again, or compare it with the original "
      + "(the line with \"vernam message\" is line 1)"
  }
}
