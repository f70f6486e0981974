internal import Pad

// Which rows are shown while entries come.
extension ChatModel {
  /// Adds a line of the program.
  mutating func note(_ text: String) {
    transcript.note(text)
    keepView(isMessage: false)
  }

  /// Keeps the rows that the person scrolled to, after an entry was added.
  mutating func keepView(isMessage: Bool) {
    guard scrolled > 0, let entry = transcript.entries.last else { return }
    scrolled += rows(of: entry)
    if isMessage { unseenCount += 1 }
  }

  /// Scrolls so that the first of the last `count` entries is on a screen of `rows`, of which one is
  /// the first row and one is for what is typed.
  mutating func scroll(toShow count: Int, rows: Int) {
    let needed = transcript.entries.suffix(count).reduce(0) { $0 + self.rows(of: $1) }
    scrolled = max(0, needed - (max(ChatModel.leastRows, rows) - 2))
  }

  private func rows(of entry: Transcript.Entry) -> Int {
    let width = columns - ChatModel.margin(furtherHead(of: entry))
    return entry.text.withBytes { TextRows($0, columns: width).ranges.count }
  }
}
