internal import Pad
internal import Wording

// What the keys do.
extension ChatModel {
  /// How long after one Ctrl+C a second one leaves the chat.
  private static let interruptTime: Duration = .seconds(5)

  /// Edits the message, or scrolls by about a screen of `rows`.
  mutating func take(_ key: ChatKey, rows: Int) {
    interruption = nil
    if key != .up, key != .down { (goalColumn, isBroughtBack) = (nil, false) }
    switch key {
    case .byte(let byte): _ = typed.insert(byte)
    case .newLine: _ = typed.insert(0x0A)
    case .backspace: typed.backspace()
    case .delete: typed.delete()
    case .deleteWord: typed.deleteWord()
    case .deleteLine: typed.deleteLine()
    case .deleteToEnd: typed.deleteToEnd()
    case .left: typed.moveLeft()
    case .right: typed.moveRight()
    case .wordLeft: typed.moveWordLeft()
    case .wordRight: typed.moveWordRight()
    case .up where typed.count == 0:
      lastLine.withBytes { typed.insert($0) }
      (goalColumn, isBroughtBack) = (nil, true)
    case .down where isBroughtBack && typed.cursor == typed.count:
      _ = typed.take()
    case .up: moveCursor(rows: -1)
    case .down: moveCursor(rows: 1)
    case .home: typed.moveHome()
    case .end: typed.moveToEnd()
    case .pageUp: scrolled += max(1, rows - 6)
    case .pageDown: scrolled = max(0, scrolled - max(1, rows - 6))
    case .enter, .interrupt, .endOfInput, .suspend, .redraw, .complete: break
    }
  }

  /// The path after `/file`, if the cursor is at its end.
  var unfinishedPath: String? {
    typed.cursor == typed.count ? typed.withText { ChatLine.unfinishedPath($0) } : nil
  }

  /// Adds the rest of the path after `/file`, or shows the names to choose from.
  mutating func take(_ found: PathCompletion) {
    (interruption, goalColumn, isBroughtBack) = (nil, nil, false)
    typed.insert(Array(found.rest.utf8).span)
    // Inside quotes, or after a backslash, the line would name another file.
    if unfinishedPath.map({ !$0.utf8.elementsEqual((found.path + found.rest).utf8) }) ?? true {
      for _ in found.rest { typed.backspace() }
    }
    if found.choices.isEmpty { return }
    scrolled = 0
    note(
      found.choices.map(VisibleText.line).joined(separator: "  ")
        + (found.otherCount > 0 ? "  and \(found.otherCount) more" : ""))
  }

  /// Moves the cursor to the row above or below, if there is one: to the same column, or to its end.
  private mutating func moveCursor(rows step: Int) {
    let shown = typed.withText { Transcript.visible($0) }
    let cells = shown.withBytes { TextRows($0, columns: typedColumns) }
    let row = cells.row(of: shownBeforeCursor)
    guard cells.ranges.indices.contains(row + step) else { return }
    let start = cells.ranges[row].lowerBound
    let (from, to) = (start..<max(start, shownBeforeCursor), cells.ranges[row + step])
    let column = goalColumn ?? shown.withBytes { TextRows.columns($0.extracting(from)) }
    goalColumn = column
    let next = row + step + 1
    let goal = shown.withBytes { shown in
      let row = shown.extracting(to)
      // Without a blank between two rows, the end of one is the beginning of the next.
      let runsOn = next < cells.ranges.count && cells.ranges[next].lowerBound == to.upperBound
      let most = runsOn ? TextRows.columns(row) - 1 : column
      return to.lowerBound + TextRows.bytes(of: row, before: min(column, most))
    }
    while step < 0, shownBeforeCursor > goal { typed.moveLeft() }
    while step > 0, shownBeforeCursor < goal { typed.moveRight() }
  }

  /// Columns for what is being typed.
  var typedColumns: Int { columns - ChatModel.prompt.utf8.count - 1 }

  /// Bytes that are shown for what is typed before the cursor.
  var shownBeforeCursor: Int {
    typed.withText { Transcript.visible($0.extracting(first: typed.cursor)).count }
  }

  /// Clears the line; the second time in a row within seconds, returns true: the person leaves.
  mutating func interrupt(at now: ContinuousClock.Instant = .now) -> Bool {
    if let interruption, now - interruption < ChatModel.interruptTime { return true }
    (interruption, goalColumn, isBroughtBack) = (now, nil, false)
    let cleared = typed.count == 0 ? "" : "Your line was cleared. "
    _ = typed.take()
    note("\(cleared)To leave, press Ctrl+C again.")
    return false
  }

  /// Takes the line that was typed.
  mutating func enter() -> SecretBytes {
    (scrolled, interruption, goalColumn, isBroughtBack) = (0, nil, nil, false)
    return typed.take()
  }
}
