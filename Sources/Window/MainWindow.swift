internal import Pad
internal import Program
internal import Widgets

/// The window, with a page for each of the model's.
@MainActor final class MainWindow {
  let window: Widget
  let model: WindowModel
  let layout = Layout(PackageResources.window_ui)
  let people: PeoplePage
  let conversation: ConversationPage
  private let meeting: MeetingPage
  private let contact: ContactPage
  private let health: HealthPage
  private let codes: CodesPage
  private let scan: ScanPage
  private let leaflet: Widget
  private let content = Layout(PackageResources.content_ui)["content"]
  private let nothing = Layout(PackageResources.nothing_ui)
  private let newPassphrase: PassphraseForm

  /// With nobody to choose, the list, or what is in its place, has the window to itself.
  private var isAlone = true
  private var wasWorking = false
  private var shownPage = ""
  /// The page that was in front of the conversation's, if it was open.
  private var shownFront = ""

  init(_ model: WindowModel) {
    self.model = model
    window = layout["window"]
    leaflet = layout["main"]
    people = PeoplePage(model)
    conversation = ConversationPage(model, over: window)
    meeting = MeetingPage(model, over: window)
    contact = ContactPage(model)
    health = HealthPage(model)
    codes = CodesPage(model)
    scan = ScanPage(model)
    newPassphrase = PassphraseForm("Passphrase", "Protect with this passphrase")
    newPassphrase.take = { model.makeVault($0) }
    layout["newPassphrase"].set("child", newPassphrase.root)
    leaflet.append(leaf: people.root)
    leaflet.append(leaf: content)
    for (name, page) in [
      ("nothing", nothing["nothing"]), ("conversation", conversation.root),
      ("meeting", meeting.root), ("contact", contact.root), ("health", health.root),
      ("codes", codes.root), ("scan", scan.root),
    ] { content.add(page, named: name) }
    connect()
    offerCopiedText()
    // The model keeps the window alive.
    model.changed = { self.show() }
  }

  func start() { model.start() }
  func lock() { model.lock() }

  /// Ends what goes on, and then the program.
  func end(then quit: @escaping @MainActor @Sendable () -> Void) {
    model.end(then: quit)
    // What it says to the other end takes a moment, which nobody has to watch; but nobody may pull out
    // a stick that is being written.
    window.set(model.hasFileInHand ? "sensitive" : "visible", false)
  }

  var isScanning: Bool { model.conversation?.scan != nil }

  /// Whether nobody has touched it for a while.
  var isAway: Bool {
    get { model.isAway }
    set { if newValue != model.isAway { model.isAway = newValue } }
  }

  // MARK: Passphrases

  private func connect() {
    layout["unprotected"].on("clicked") { [self] in model.makeVault(SecretBytes(count: 0)) }
    layout["key"].on("entry-activated") { [self] in unlock() }
    layout["unlock"].on("clicked") { [self] in unlock() }
    layout["retry"].on("clicked") { [self] in model.start() }
    layout["nothingSent"].on("activated") { [self] in model.adopt(isOnlyCopy: true) }
    layout["somethingSent"].on("activated") { [self] in model.adopt(isOnlyCopy: false) }
    layout["later"].on("clicked") { [self] in model.postponeAdoption() }
    layout["dismiss"].on("clicked") { [self] in
      model.dismissProblem()
      conversation.focus()
    }
    window.onKey { [self] key, modifiers in
      if key == MainWindow.escape { return goBack() }
      guard MainWindow.isControl(MainWindow.q, key, modifiers) else { return false }
      window.close()
      return true
    }
    for root in [people.root, nothing["nothing"]] {
      root.onDropFiles { [self] in model.paste(files: $0) }
      root.onDropText { [self] in model.paste($0) }
    }
    people.root.onKey { [self] key, modifiers in
      guard MainWindow.isControl(MainWindow.v, key, modifiers) else { return false }
      readCopied()
      return true
    }
    // Folded, there is only one page, and people can go back from the others.
    leaflet.on("notify::folded") { [self] in show() }
  }

  private static let (escape, q, v): (UInt32, UInt32, UInt32) = (0xFF1B, 0x71, 0x76)
  private static let (control, lowerCase): (UInt32, UInt32) = (4, 0x20)

  private static func isControl(_ letter: UInt32, _ key: UInt32, _ modifiers: UInt32) -> Bool {
    key | lowerCase == letter && modifiers & control != 0
  }

  /// Closes what is in front; false if there is nothing of that kind.
  private func goBack() -> Bool {
    if conversation.hasMenu { return false }
    switch model.page {
    case .conversation where model.conversation?.scan != nil || model.conversation?.codes != nil:
      model.conversation?.uncover()
    case .contact: model.closeDetails()
    case .health: model.goBack()
    case .meeting where !model.meeting.isUnderWay: model.goBack()
    default: return model.dismissFailure()
    }
    return true
  }

  private func unlock() {
    let passphrase = layout["key"].entered()
    if !model.isWorking, passphrase.count > 0 { model.unlock(passphrase) }
  }

  // MARK: Showing

  private func show() {
    let page =
      switch model.page {
      case .opening: "opening"
      case .welcome: "welcome"
      case .locked: "locked"
      case .closed: "closed"
      case .adopting: "adopting"
      case .people, .meeting, .conversation, .contact, .health: "main"
      }
    layout["pages"].set("visible-child-name", page)
    for id in ["unlock", "unprotected"] { layout[id].set("sensitive", !model.isWorking) }
    newPassphrase.isWaiting = model.isWorking
    if let adoption = model.adoption {
      layout["adopting"].set("description", adoption.words)
      layout["somethingSent"].set(
        "title",
        adoption.canBeDenied ? "Something was sent, or I am not sure" : "Make a new contact book")
      layout["nothingSent"].set("visible", adoption.canBeDenied)
      layout["answers"].set("sensitive", !model.isWorking)
    }
    // Nothing that was typed stays behind.
    if page != "welcome" { newPassphrase.clear() }
    if page != "locked" { layout["key"].enter("") }
    // Enter, pressed twice for the passphrase, must not answer this.
    if page == "adopting", shownPage != page { layout["later"].focus() }
    if page == "welcome", shownPage != page { newPassphrase.focus() }
    shownPage = page
    // The passphrase was wrong: the person types the next one from the start.
    if page == "locked", !model.isWorking {
      if wasWorking { layout["key"].enter("") }
      layout["key"].focus()
    }
    wasWorking = model.isWorking
    showMain()
    layout["problem"].set("reveal-child", model.problem != nil)
    if let problem = model.problem {
      layout["what"].set("label", problem.what)
      layout["hint"].set("label", problem.hint)
    }
  }

  private func showMain() {
    showOffer()
    people.show()
    conversation.show()
    scan.show()
    // Nor does a list push in while the first pairing ends.
    if model.page != .meeting { isAlone = model.people.isEmpty }
    let (front, back) = model.page == .people ? (people.root, content) : (content, people.root)
    front.set("visible", true)
    people.root.set("hexpand", isAlone)
    let isFolded = leaflet.isTrue("folded")
    if model.page != .conversation { shownFront = "" }
    if model.page != .meeting { meeting.end() }
    if model.page != .health { health.end() }
    if model.page != .contact { contact.end() }
    // First: the focus goes to where it was last, perhaps on a page that is no longer shown.
    leaflet.set("visible-child", front)
    switch model.page {
    case .meeting:
      meeting.show()
      content.set("visible-child-name", "meeting")
    case .conversation:
      codes.show()
      let page =
        if model.conversation?.scan != nil { "scan" } else if model.conversation?.codes != nil {
          "codes"
        } else { "conversation" }
      content.set("visible-child-name", page)
      // Codes vanish by themselves once their message has arrived: nobody is about to type then.
      if page == "conversation", shownFront != page, shownFront != "codes" {
        conversation.focus()
      }
      shownFront = page
    case .contact:
      contact.show()
      content.set("visible-child-name", "contact")
    case .health:
      health.show()
      content.set("visible-child-name", "health")
    default:
      content.set("visible-child-name", "nothing")
    }
    // Last: the focus has left it.
    back.set("visible", !isAlone)
    // Two bars share the buttons of the window.
    people.header.set("show-end-title-buttons", isFolded || isAlone)
    conversation.canGoBack = isFolded || isAlone
    for header in [
      nothing["header"], conversation.header, meeting.header, contact.header, health.header,
      codes.header, scan.header,
    ] { header.set("show-start-title-buttons", isFolded || isAlone) }
  }
}
