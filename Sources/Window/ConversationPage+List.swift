internal import Program
internal import Widgets

// Which lines of the conversation stand in the list: the last ones, or as many that came earlier.
extension ConversationPage {
  /// Shows what has changed. A new line takes the person to the end: what came is used up, and must
  /// not stay unseen.
  func show(_ lines: [Line], isHere: Bool) {
    let isOther = self.isHere != isHere
    self.isHere = isHere
    guard let first = lines.first?.id, let last = lines.last?.id else { return }
    if last >= nextID {
      nextID = last + 1
      lay(LinePage.upTo(lines.count, of: lines), of: lines)
      layout["scroll"].scrollToEnd()
    }
    for index in rows.indices {
      let line = lines[rows[index].line.id - first]
      guard rows[index].line.kind != line.kind || isOther && line.isOwn else { continue }
      rows[index].line = line
      showState(of: index)
    }
  }

  func showEarlier() {
    guard let conversation = shown, let first = rows.first,
      let index = conversation.index(of: first.line.id), index > 0
    else { return }
    // The button may be gone afterwards.
    focus()
    lay(LinePage.upTo(index, of: conversation.lines), of: conversation.lines)
    layout["scroll"].scrollToEnd()
  }

  func showLater() {
    guard let conversation = shown, let last = rows.last,
      let index = conversation.index(of: last.line.id), index + 1 < conversation.lines.count
    else { return }
    focus()
    lay(LinePage.from(index + 1, of: conversation.lines), of: conversation.lines)
    layout["scroll"].scrollToStart()
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
    layout["gone"].set("visible", lines[0].id > 0)
    layout["later"].set("visible", range.upperBound < lines.count)
  }
}
