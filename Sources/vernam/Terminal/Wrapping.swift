internal import System

/// Lines for people, broken between words where a terminal is narrower than they are.
enum Wrapping {
  /// The line as the stream shows it best: as it is unless the stream is a terminal.
  static func fit(_ line: String, for stream: Stream, indent: Int = 0) -> String {
    stream.isTerminal ? wrap(line, columns: stream.columns, indent: indent) : line
  }

  /// Breaks at single spaces; what follows a break is indented. A word is never broken.
  static func wrap(_ line: String, columns: Int, indent: Int) -> String {
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
    }
    return (lines + [current]).joined(separator: "\n")
  }
}
