internal import Wording

/// Lines for people: with nothing in them that a terminal would obey, and broken between words if it
/// is too narrow for them.
enum Wrapping {
  /// Breaks at single spaces, and indents what follows a break. A word is broken only if it is
  /// longer than a line: else the terminal would begin the rest of it in the first column.
  static func wrap(_ line: String, columns: Int, indent: Int) -> String {
    let line = VisibleText.line(line)
    if width(line) < columns { return line }
    let margin = String(repeating: " ", count: min(indent, columns / 2))
    let leading = line.prefix { $0 == " " }
    var lines: [String] = []
    var current = String(leading)
    var isEmpty = true
    for word in line.dropFirst(leading.count).split(
      separator: " ", omittingEmptySubsequences: false)
    {
      if !isEmpty, width(current) + 1 + width(word) >= columns {
        lines.append(current)
        (current, isEmpty) = (margin, true)
      }
      current += isEmpty ? String(word) : " " + word
      isEmpty = false
      while width(current) >= columns, columns > margin.count + 2 {
        let end = fitting(current, below: columns)
        lines.append(String(current.unicodeScalars[..<end]))
        current = margin + String(current.unicodeScalars[end...])
      }
    }
    return (lines + [current]).joined(separator: "\n")
  }

  /// Columns, at most: terminals differ in what they show as one character, and in its width, so a
  /// scalar that is not ASCII counts as two.
  private static func width(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
  }

  /// Where to break text that is longer than a line.
  private static func fitting(_ text: String, below columns: Int) -> String.Index {
    var left = columns - 1
    return text.unicodeScalars.indices.first { index in
      left -= text.unicodeScalars[index].isASCII ? 1 : 2
      return left < 0
    } ?? text.endIndex
  }
}
