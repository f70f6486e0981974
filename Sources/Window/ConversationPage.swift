internal import Exchange
internal import Pad
internal import Program
internal import Widgets
internal import Wording

/// What was said with one person since the page was opened, and a field to write.
@MainActor final class ConversationPage {
  let root: Widget
  let header: Widget
  let model: WindowModel
  let window: Widget
  let layout = Layout(PackageResources.conversation_ui)
  var shown: ConversationModel?
  var isSending = false
  /// Whether what was typed is being sent: it is not a draft any more.
  private var isTextTaken = false
  /// What was done with the messages of lines, by the lines' ids: copied or saved.
  var taken: [Int: String] = [:]
  /// Whether the other person was connected when the rows were shown.
  var isHere = false
  /// The rows that stand in the list.
  var rows: [(line: Line, layout: Layout)] = []
  /// The id of the next line.
  var nextID = 0
  /// Enter, and the one of the keypad.
  private static let enters: [UInt32] = [0xFF0D, 0xFF8D]
  private static let shift: UInt32 = 1

  init(_ model: WindowModel, over window: Widget) {
    self.model = model
    self.window = window
    root = layout["conversation"]
    header = layout["header"]
    connect()
  }

  private func connect() {
    let model = model
    layout["back"].on("clicked") { model.showPeople() }
    layout["byAddress"].on("clicked") { [self] in showDetails() }
    connectMenu()
    layout["attach"].on("clicked") { [self] in attach() }
    layout["dropFile"].on("clicked") { [self] in leaveButton { $0.dropChosenFile() } }
    layout["send"].on("clicked") { [self] in leaveButton { _ in send() } }
    layout["text"].onKey { [self] key, modifiers in
      guard ConversationPage.enters.contains(key), modifiers & ConversationPage.shift == 0 else {
        return false
      }
      send()
      return true
    }
    layout["text"].onPaste { [self] in paste() }
    layout["text"].hintCopies()
    layout["earlier"].on("clicked") { [self] in showEarlier() }
    layout["later"].on("clicked") { [self] in showLater() }
    layout["scroll"].stayAtEnd()
    root.onDropFiles { [self] paths in shown?.choose(files: paths) }
    layout["scroll"].onDropText { [self] in read($0) }
  }

  private func connectMenu() {
    let (model, menu) = (model, layout["menu"])
    for id in ["paste", "scan", "details", "close"] {
      layout[id].on("clicked") { menu.set("visible", false) }
    }
    layout["paste"].on("clicked") { [self] in
      leaveButton { _ in Clipboard.read { model.paste($0) } }
    }
    layout["scan"].on("clicked") { model.scan() }
    layout["details"].on("clicked") { [self] in showDetails() }
    layout["close"].on("clicked") { model.leave() }
  }

  /// Whether the menu is open, which closes itself.
  var hasMenu: Bool { layout["menu"].isTrue("visible") }

  private func showDetails() {
    if let name = shown?.name { model.showDetails(of: name) }
  }

  /// Whether the list of people is not beside it.
  var canGoBack = false {
    didSet { layout["back"].set("visible", canGoBack) }
  }

  /// What is typed goes into the message, unless another page is shown.
  func focus() {
    if model.page == .conversation { layout["text"].focus() }
  }

  // MARK: What the person does

  /// Sends the file that was chosen, and then what was typed.
  private func send() {
    guard let conversation = shown, conversation.canSend, !isSending else { return }
    if conversation.chosenFile == nil { return sendText(conversation) }
    setSending(true)
    conversation.sendChosenFile { [self] isSent in
      guard shown === conversation else { return }
      setSending(false)
      if isSent { sendText(conversation) }
      focus()
    }
  }

  private func sendText(_ conversation: ConversationModel) {
    let text = layout["text"].typedText()
    if ConversationPage.isBlank(text) { return }
    setSending(true)
    isTextTaken = true
    conversation.send(text) { [self] unsent in
      // Perhaps the person has gone on to somebody else.
      guard shown === conversation else {
        if let unsent { model.keepDraft(unsent, for: conversation.name) }
        return
      }
      setSending(false)
      isTextTaken = false
      if unsent == nil { layout["text"].clearTypedText() }
      focus()
    }
  }

  private func setSending(_ isSending: Bool) {
    self.isSending = isSending
    layout["text"].set("sensitive", !isSending)
  }

  private static func isBlank(_ text: borrowing SecretBytes) -> Bool {
    text.withBytes { text in text.indices.allSatisfy { text[$0] <= UInt8(ascii: " ") } }
  }

  private func attach() {
    guard let conversation = shown else { return }
    FileChooser.open("Send a file to \(conversation.name)", over: window) {
      conversation.choose(file: $0)
    }
  }

  /// Copies the messages of the line with an id.
  func copy(_ numbers: ClosedRange<Int>, of id: Int) {
    leaveButton { conversation in
      conversation.copy(numbers) { [self] text in
        Clipboard.copy(text)
        note("Copied", id, conversation)
      }
    }
  }

  /// Saves the messages of the line with an id, for an email that takes the file along.
  func saveForMail(_ numbers: ClosedRange<Int>, of id: Int) {
    leaveButton { conversation in
      conversation.saveForMail(numbers) { [self] name in
        note("Saved in \(Folders.downloadsName) as \(name)", id, conversation)
      }
    }
  }

  private func note(_ taken: String, _ id: Int, _ conversation: ConversationModel) {
    guard shown === conversation else { return }
    self.taken[id] = taken
    if let index = rows.firstIndex(where: { $0.line.id == id }) { showState(of: index) }
  }

  func showFolder() {
    let model = model
    Folders.showDownloads(over: window) {
      model.fail(
        Problem(
          "no program here opens folders",
          hint: "the file is in your folder \(Folders.downloadsName)"))
    }
  }

  /// Does what a button is for. The button may be gone afterwards, and GTK would then move the focus
  /// to the first thing on the page, and scroll there.
  func leaveButton(_ act: (ConversationModel) -> Void) {
    focus()
    if let shown { act(shown) }
  }

  // MARK: Showing

  func show() {
    if shown !== model.conversation { begin(model.conversation) }
    guard let conversation = shown else { return }
    layout["presence"].set("label", conversation.presence)
    layout["arrivals"].set("label", conversation.arrivals ?? "")
    layout["arrivals"].set("visible", conversation.arrivals != nil)
    layout["byAddress"].set("visible", conversation.hasOtherWay)
    layout["obstacle"].set("label", conversation.obstacle ?? "")
    layout["obstacle"].set("visible", conversation.obstacle != nil)
    for id in ["send", "attach"] { layout[id].set("sensitive", conversation.canSend) }
    for id in ["paste", "scan"] { layout[id].set("sensitive", conversation.isOpen) }
    // A person who has chosen a file types next, or sends it.
    if conversation.chosenFile != nil, !layout["chosen"].isTrue("visible") { focus() }
    layout["chosen"].set("visible", conversation.chosenFile != nil)
    layout["chosenFile"].set("label", conversation.chosenFile ?? "")
    let kept = "Closing the window removes what you see."
    layout["amount"].set(
      "label", conversation.amount.isEmpty ? kept : "\(kept) \(conversation.amount.sentence)")
    show(conversation.lines, isHere: conversation.isHere)
  }

  private func begin(_ conversation: ConversationModel?) {
    if let shown, !isTextTaken {
      let text = layout["text"].typedText()
      if !ConversationPage.isBlank(text) { model.keepDraft(SecretHandoff(text), for: shown.name) }
    }
    shown = conversation
    isTextTaken = false
    (rows, taken, nextID) = ([], [:], 0)
    layout["lines"].removeRows()
    for id in ["earlier", "later", "gone"] { layout[id].set("visible", false) }
    layout["text"].clearTypedText()
    setSending(false)
    layout["title"].set("title", conversation?.name ?? "")
    layout["presence"].set("label", "")
    layout["arrivals"].set("visible", false)
    guard let conversation else { return }
    if let text = model.takeDraft(for: conversation.name)?.take() { layout["text"].type(text) }
    layout["text"].focus()
  }
}
