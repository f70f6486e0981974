/// Lines for people: with nothing in them that a terminal would obey, and broken between words if it
/// is too narrow for them.
enum Wrapping {
  /// Breaks at single spaces, and indents what follows a break. A word is broken only if it is
  /// longer than a line: else the terminal would begin the rest of it in the first column.
  static func wrap(_ line: String, columns: Int, indent: Int) -> String {
    let line = VisibleText.line(line)
    if line.count < columns { return line }
    let margin = String(repeating: " ", count: min(indent, columns / 2))
    let leading = line.prefix { $0 == " " }
    var lines: [String] = []
    var current = String(leading)
    var isEmpty = true
    for word in line.dropFirst(leading.count).split(
      separator: " ", omittingEmptySubsequences: false)
    {
      if !isEmpty, current.count + 1 + word.count >= columns {
        lines.append(current)
        (current, isEmpty) = (margin, true)
      }
      current += isEmpty ? String(word) : " " + word
      isEmpty = false
      while current.count >= columns, columns > margin.count + 1 {
        lines.append(String(current.prefix(columns - 1)))
        current = margin + current.dropFirst(columns - 1)
      }
    }
    return (lines + [current]).joined(separator: "\n")
  }
}
