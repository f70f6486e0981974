internal import Program
internal import Widgets

// Which lines of the conversation stand in the list: the last ones, or as many that came earlier.
extension ConversationPage {
  /// The most rows in the list, and the bytes of text from which on it takes no more: GTK lays out
  /// and draws all of them, whether they are in sight or not.
  private static let (mostRows, enoughBytes) = (30, 4 << 10)

  /// Shows the last lines if there is a new one, or else those that stand there already.
  func show(_ lines: [Line], isHere: Bool) {
    let isOther = self.isHere != isHere
    self.isHere = isHere
    guard let first = lines.first?.id, let last = lines.last?.id else { return }
    if last >= nextID {
      nextID = last + 1
      lay(upTo: lines.count, of: lines)
    } else if let shown = rows.last?.line.id {
      // The oldest lines may be gone.
      lay(max(0, rows[0].line.id - first)..<max(1, shown - first + 1), of: lines)
    }
    for index in rows.indices {
      let line = lines[rows[index].line.id - first]
      guard rows[index].line.kind != line.kind || isOther && line.isOwn else { continue }
      rows[index].line = line
      showState(of: index)
    }
  }

  func showEarlier() {
    guard let lines = shown?.lines, let index = index(of: rows.first, in: lines), index > 0 else {
      return
    }
    // The button may be gone afterwards.
    focus()
    lay(upTo: index, of: lines)
  }

  func showLater() {
    guard let lines = shown?.lines, let index = index(of: rows.last, in: lines),
      index + 1 < lines.count
    else { return }
    focus()
    let start = index + 1
    lay(start..<start + ConversationPage.room(for: lines[start...]), of: lines)
    layout["scroll"].scrollToStart()
  }

  private func index(of row: (line: Line, layout: Layout)?, in lines: [Line]) -> Int? {
    guard let row, let first = lines.first else { return nil }
    return row.line.id - first.id
  }

  /// How many of the first lines the list takes.
  private static func room(for lines: some Sequence<Line>) -> Int {
    var (count, bytes) = (0, 0)
    for line in lines.prefix(mostRows) {
      if bytes >= enoughBytes { break }
      bytes += line.text.count
      count += 1
    }
    return count
  }

  private func lay(upTo end: Int, of lines: [Line]) {
    lay(end - ConversationPage.room(for: lines[..<end].reversed())..<end, of: lines)
    layout["scroll"].scrollToEnd()
  }

  /// Lets the rows of these lines stand in the list, and no others.
  private func lay(_ range: Range<Int>, of lines: [Line]) {
    let ids = lines[range.lowerBound].id..<lines[range.lowerBound].id + range.count
    while let row = rows.first, !ids.contains(row.line.id) {
      layout["lines"].remove(row.layout["row"])
      rows.removeFirst()
    }
    while let row = rows.last, !ids.contains(row.line.id) {
      layout["lines"].remove(row.layout["row"])
      rows.removeLast()
    }
    for (place, line) in lines[range].enumerated()
    where place == rows.count || rows[place].line.id != line.id {
      add(line, at: place)
    }
    layout["earlier"].set("visible", range.lowerBound > 0)
    layout["later"].set("visible", range.upperBound < lines.count)
  }
}
