internal import Exchange
internal import Pad
internal import Program
internal import Widgets

// The rows of the list, each with a line of the conversation and what can be done with it.
extension ConversationPage {
  /// Texts are long from here on: they take the whole width, and never fewer columns than that. To
  /// find the best width for others, GTK lays them out some ten times.
  private static let (longBytes, leastColumns) = (120, 12)

  func add(_ line: Line, at place: Int) {
    let row = Layout(PackageResources.line_ui)
    row["text"].hintCopies()
    // The row must not keep the text.
    let id = line.id
    if let text = line.text.copy() { row["text"].set("label", secret: text) }
    let isLong = line.text.count >= ConversationPage.longBytes
    if isLong { row["text"].leastColumns(ConversationPage.leastColumns) }
    if line.isEarlier { row["text"].set("visible", false) }
    switch line.kind {
    case .own(let numbers, _):
      stand(row, isLong, at: .end, "own")
      row["copy"].on("clicked") { [self] in copy(numbers, of: id) }
      row["mail"].on("clicked") { [self] in saveForMail(numbers, of: id) }
      row["codes"].on("clicked") { [self] in shown?.showCodes(numbers) }
      row["takeBack"].on("clicked") { [self] in leaveButton { $0.takeBack(numbers) } }
    case .theirs: stand(row, isLong, at: .start, "theirs")
    case .file:
      stand(row, isLong, at: .start, "theirs")
      row["save"].on("clicked") { [self] in leaveButton { $0.save(id) } }
      row["folder"].on("clicked") { [self] in showFolder() }
    case .wordByWord:
      stand(row, isLong, at: .start, "theirs")
      row["next"].on("clicked") { [self] in shown?.showNextWord(id) }
      row["restart"].on("clicked") { [self] in shown?.showFirstWord(id) }
    case .note:
      stand(row, isLong, at: .center, "note")
      row["text"].centerLines()
    }
    rows.insert((line, row), at: place)
    layout["lines"].insert(row["row"], at: place)
    showState(of: place)
  }

  private func stand(
    _ row: Layout, _ isLong: Bool, at place: Widget.Place, _ style: String
  ) {
    row["line"].style(style)
    if !isLong { row["text"].stand(at: place) }
    for id in ["standing", "buttons"] { row[id].stand(at: place) }
  }

  func showState(of index: Int) {
    let (line, row) = rows[index]
    switch line.kind {
    case .own(let numbers, let delivery):
      row["below"].set("visible", true)
      // What has left is on its way, unless the connection has ended.
      let isStuck = delivery == .waiting || delivery == .sent && !isHere
      let taken = isStuck ? taken[line.id] : nil
      let words = taken.map { "\($0), not arrived yet" } ?? delivery.words(ofFile: line.isFile)
      let earlier = numbers.count == 1 ? "1 earlier message" : "\(numbers.count) earlier messages"
      row["state"].set("label", line.isEarlier ? "\(earlier): \(words)" : words)
      for id in ["copy", "codes"] { row[id].set("visible", isStuck && line.canBeCopied) }
      row["mail"].set("visible", isStuck && !line.canBeCopied)
      // While somebody is there, a text leaves before anybody could take it back.
      row["takeBack"].set("visible", delivery == .waiting && (!isHere || line.isFile))
    case .file(let saving):
      row["below"].set("visible", true)
      row["save"].set("visible", saving == .offered)
      row["state"].set("label", saving.words)
      if case .done = saving { row["folder"].set("visible", true) }
    case .wordByWord(let progress): show(progress, row, line.id)
    case .theirs, .note: break
    }
  }

  private func show(_ progress: Line.Progress, _ row: Layout, _ id: Int) {
    var isWord = false
    if case .word = progress { isWord = true }
    row["below"].set("visible", true)
    row["next"].set("visible", progress != .over)
    row["text"].set("visible", isWord)
    row["restart"].set("visible", isWord)
    switch progress {
    case .hidden:
      row["text"].set("label", "")
      row["state"].set("label", "A text, shown word by word. You can stop at any word.")
      row["next"].set("label", "Show a word")
    case .word(let number, let count, let part):
      if let word = shown?.word(id) { row["text"].set("label", secret: word) }
      if count == 0 { row["text"].set("label", "The text is blank.") }
      let isLast = shown?.isLastWord(id) ?? true
      row["next"].set("label", isLast ? "Done" : "Next word")
      let rest = part > 1 ? ", continued" : ""
      row["state"].set("label", count > 0 ? "\(number) of \(count)\(rest)" : "")
    case .over:
      // The focus would go to the top of the page with the button.
      focus()
      row["text"].set("label", "")
      row["state"].set("label", "You have read this text.")
    }
  }
}
