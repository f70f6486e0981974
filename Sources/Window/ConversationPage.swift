internal import Pad
internal import Program
internal import Widgets

/// What was said with one person since the page was opened, and a field to write.
@MainActor final class ConversationPage {
  let root: Widget
  let header: Widget
  private let model: WindowModel
  private let layout = Layout(PackageResources.conversation_ui)
  private let toasts: Widget
  private var shown: ConversationModel?
  private var rows: [(line: Line, layout: Layout)] = []
  private static let (enter, keypadEnter): (UInt32, UInt32) = (0xFF0D, 0xFF8D)
  private static let shift: UInt32 = 1

  init(_ model: WindowModel, toasts: Widget) {
    self.model = model
    self.toasts = toasts
    root = layout["conversation"]
    header = layout["header"]
    layout["back"].on("clicked") { model.leave() }
    layout["paste"].on("clicked") { [self] in paste() }
    layout["send"].on("clicked") { [self] in send() }
    layout["text"].onKey { [self] key, modifiers in
      let isEnter = [ConversationPage.enter, ConversationPage.keypadEnter].contains(key)
      guard isEnter, modifiers & ConversationPage.shift == 0 else { return false }
      send()
      return true
    }
  }

  // MARK: What the person does

  private func send() {
    guard let conversation = shown, conversation.canSend else { return }
    let text = layout["text"].typedText()
    let isBlank = text.withBytes { text in
      text.indices.allSatisfy { text[$0] <= UInt8(ascii: " ") }
    }
    if isBlank { return }
    layout["text"].set("sensitive", false)
    conversation.send(text) { [self] isSent in
      layout["text"].set("sensitive", true)
      if isSent { layout["text"].clearTypedText() }
      layout["text"].focus()
    }
  }

  private func paste() {
    guard let conversation = shown else { return }
    Clipboard.read { conversation.paste($0) }
  }

  private func copy(_ numbers: ClosedRange<Int>) {
    let toasts = toasts
    shown?.copy(numbers) { text in
      if text.isEmpty { return toasts.toast("This has already arrived") }
      Clipboard.copy(text)
      toasts.toast("Copied. Paste it into a mail or chat.")
    }
  }

  // MARK: Showing

  func show() {
    if shown !== model.conversation { begin(model.conversation) }
    guard let conversation = shown else { return }
    layout["title"].set("subtitle", conversation.presence)
    layout["obstacle"].set("label", conversation.obstacle ?? "")
    layout["obstacle"].set("visible", conversation.obstacle != nil)
    layout["send"].set("sensitive", conversation.canSend)
    let kept = "Nothing is kept: closing removes what you see."
    layout["amount"].set(
      "label", conversation.amount.isEmpty ? kept : "\(kept) \(sentence(conversation.amount))")
    for (index, line) in conversation.lines.enumerated() {
      if index == rows.count {
        add(line)
      } else if rows[index].line.kind != line.kind {
        rows[index].line = line
        showState(of: index)
      }
    }
  }

  private func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  private func begin(_ conversation: ConversationModel?) {
    shown = conversation
    rows = []
    layout["lines"].removeRows()
    layout["text"].clearTypedText()
    layout["text"].set("sensitive", true)
    layout["title"].set("title", conversation?.name ?? "")
    if conversation != nil { layout["text"].focus() }
  }

  private func add(_ line: Line) {
    let row = Layout(PackageResources.line_ui)
    if let text = line.text.take() { row["text"].set("label", secret: text) }
    switch line.kind {
    case .own(let numbers, _):
      row["line"].style("own")
      row["text"].stand(at: .end)
      row["copy"].on("clicked") { [self] in copy(numbers) }
    case .theirs:
      row["line"].style("theirs")
      row["text"].stand(at: .start)
    case .note:
      row["line"].style("note")
      row["text"].stand(at: .center)
    }
    rows.append((line, row))
    layout["lines"].append(row["row"])
    showState(of: rows.count - 1)
    layout["scroll"].scrollToEnd()
  }

  private func showState(of index: Int) {
    let (line, row) = rows[index]
    guard case .own(_, let arrival) = line.kind else { return }
    row["below"].set("visible", true)
    let state =
      switch arrival {
      case .waiting: "Waits until you are both here"
      case .sent: "Sent"
      case .arrived: "✓ Arrived"
      case .passed: "Will not be read: it was read long ago, or skipped"
      }
    row["state"].set("label", state)
    row["copy"].set("visible", arrival == .waiting || arrival == .sent)
  }
}
