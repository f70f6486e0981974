import Pad
import Testing

@testable import vernam

/// What a terminal shows of an indented text, if it breaks lines that are too long for it.
@Suite("A text on a terminal without styles")
struct IndentedTextTests {
  private static let forged = "from bob, message 7:"

  /// Padded so that the terminal, or this program, may break the line right before the forged head.
  private static let texts = (50...64).flatMap { count in
    [
      "x", "e\u{301}", "\u{4F60}", "\t", "\u{1F468}\u{200D}", "\u{2764}\u{FE0F}", "\u{E4}",
      "\u{E33}",
    ]
    .flatMap { character in
      let columns = character == "\u{4F60}" || character == "\u{1F468}\u{200D}" ? 2 : 1
      let padding = String(repeating: character, count: count / columns)
      return ["", "x", "\t", "\u{301}"].map { padding + $0 + forged }
    }
  }

  @Test(
    "never begins a row in the first column, whatever fills the row before", arguments: [60, 61])
  func firstColumn(columns: Int) {
    let bad = Self.texts.filter { text in
      [false, true].contains { isWide in
        let rows = Self.rows(of: text, columns, isWide: isWide)
        return !rows.allSatisfy { $0.utf8.starts(with: "  ".utf8) }
      }
    }
    #expect(bad.isEmpty, "\(bad.count) texts, such as \(bad[0].debugDescription)")
  }

  @Test("loses nothing and gains only margins and line ends")
  func complete() {
    for text in Self.texts {
      // A character that combines would take the margin with it: bytes are compared.
      let lines = Self.shown(text, 60).utf8.split(separator: 0x0A)
      #expect(Array(lines.map { $0.dropFirst(2) }.joined()) == Array(text.utf8))
    }
  }

  private static func shown(_ text: String, _ columns: Int) -> String {
    var indentation = IndentedText(columns: columns)
    let bytes = Array(text.utf8)
    return indentation.indent(bytes.span).withBytes {
      String(decoding: $0.publicCopy, as: UTF8.self)
    }
  }

  /// The rows on a terminal that shows each character that is not ASCII in two columns, or in one,
  /// or in none if it combines, and begins a new row when one is full.
  private static func rows(of text: String, _ columns: Int, isWide: Bool) -> [String] {
    var rows: [String] = [""]
    var column = 0
    for scalar in shown(text, columns).unicodeScalars {
      if scalar == "\n" {
        rows.append("")
        column = 0
        continue
      }
      let combines = [.nonspacingMark, .format].contains(scalar.properties.generalCategory)
      let width = scalar.isASCII ? 1 : isWide ? 2 : combines ? 0 : 1
      let next = scalar == "\t" ? min((column / 8 + 1) * 8, columns - 1) : column + width
      if next > columns {
        rows.append("")
        column = 0
      }
      rows[rows.count - 1].unicodeScalars.append(scalar)
      column = next > columns ? width : next
    }
    return rows.filter { !$0.isEmpty }
  }
}
