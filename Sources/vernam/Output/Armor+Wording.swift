internal import Codec

extension ArmorError {
  /// One line that says what is wrong.
  var what: String {
    switch self {
    case .tooFewCharacters(let minimum):
      "no 255 parts of that length hold the message: allow at least \(minimum) characters in each"
    }
  }
}

extension ArmorBlock {
  /// One line that says which blocks were mended.
  static func describe(_ mended: [ArmorBlock], parts: Int) -> String {
    let groups = Dictionary(grouping: mended, by: \.part).sorted { $0.key < $1.key }
    let names = groups.map { part, blocks in
      NumberList("block", blocks.map(\.number)).description + (parts > 1 ? " of part \(part)" : "")
    }
    return "mended wrong letters in " + names.joined(separator: ", ")
  }
}

extension IncompleteMessage {
  /// One line that says what is wrong.
  var what: String {
    let verb = missing.count == 1 ? "is" : "are"
    return "\(NumberList("part", missing)) of a message in \(parts) \(verb) missing"
  }

  /// One line that says what to do.
  static let hint = "decrypt the missing ones when they come; those that came are kept"
}

extension DamagedPart {
  /// One line that says what is wrong.
  var what: String {
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

  /// One line that says what to do.
  var hint: String {
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
}
