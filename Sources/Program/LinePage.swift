/// Which lines of a conversation stand in the window's list at once. GTK lays out and draws all that
/// stand there, whether they are in sight or not: a thousand would keep the window from its events.
package enum LinePage {
  /// The most lines, and the bytes of text from which on there are no more than the fewest.
  static let (mostLines, fewestLines, enoughBytes) = (16, 3, 2 << 10)

  /// The last lines before an index.
  package static func upTo(_ end: Int, of lines: [Line]) -> Range<Int> {
    end - room(for: lines[..<end].reversed())..<end
  }

  /// The first lines from an index on.
  package static func from(_ start: Int, of lines: [Line]) -> Range<Int> {
    start..<start + room(for: lines[start...])
  }

  private static func room(for lines: some Sequence<Line>) -> Int {
    var (count, bytes) = (0, 0)
    for line in lines.prefix(mostLines) where count < fewestLines || bytes < enoughBytes {
      bytes += line.text.count
      count += 1
    }
    return count
  }
}
