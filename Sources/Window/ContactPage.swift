internal import Program
internal import Widgets

/// What there is to know about one person and the pads, and what can be done.
@MainActor final class ContactPage {
  let root: Widget
  let header: Widget
  private let model: WindowModel
  private let layout = Layout(PackageResources.contact_ui)
  private var shown: ContactDetails?
  /// The pad that the question is about; nil if it is about all.
  private var questioned: ContactDetails.Pad?

  init(_ model: WindowModel) {
    self.model = model
    root = layout["contact"]
    header = layout["header"]
    layout["back"].on("clicked") { model.closeDetails() }
    layout["name"].on("notify::text") { [self] in warnOfRenaming() }
    layout["name"].on("apply") { [self] in model.rename(to: layout["name"].enteredWords()) }
    layout["wordByWord"].on("notify::active") { [self] in
      model.isWordByWord = layout["wordByWord"].isTrue("active")
    }
    layout["await"].on("activated") { model.awaitContact() }
    layout["address"].on("apply") { [self] in
      model.callContact(layout["address"].enteredWords())
    }
    layout["network"].on("activated") { model.talkOnNetwork() }
    layout["more"].on("clicked") { [self] in model.beginMeeting(with: shown?.name ?? "") }
    layout["forget"].on("clicked") { [self] in ask(about: nil) }
    layout["keep"].on("clicked") { [self] in setAsking(false) }
    layout["destroy"].on("clicked") { [self] in
      if let questioned { model.forget(questioned) } else { model.forget() }
    }
  }

  private func warnOfRenaming() {
    let isOther = layout["name"].enteredWords() != shown?.name
    layout["renaming"].set("visible", isOther && model.conversation != nil)
  }

  private func ask(about pad: ContactDetails.Pad?) {
    guard let shown else { return }
    questioned = pad
    layout["question"].set("label", pad?.question ?? shown.question)
    setAsking(true)
  }

  /// The question has the page to itself.
  private func setAsking(_ isAsking: Bool) {
    layout[isAsking ? "asking" : "about"].set("visible", true)
    layout[isAsking ? "keep" : "forget"].focus()
    layout[isAsking ? "about" : "asking"].set("visible", false)
    if isAsking { return }
    // The page scrolls to what gets the focus once that has its place.
    Idle.postLast { [self] in for id in ["more", "forget"] { layout[id].focus() } }
  }

  /// The page was left: an address that was typed is not kept, nor is a question left open.
  func end() {
    layout["address"].enter("")
    showAbout()
  }

  private func showAbout() {
    layout["about"].set("visible", true)
    layout["asking"].set("visible", false)
  }

  func show() {
    guard let details = model.details else { return }
    layout["wordByWord"].set("active", model.isWordByWord)
    warnOfRenaming()
    layout["network"].set("visible", model.isByAddress)
    let isConnected = model.isConnected
    layout["ways"].set(
      "description",
      isConnected
        ? "You are connected to \(details.name)."
        : "If the two computers do not find each other.")
    for id in ["await", "address", "network"] { layout[id].set("sensitive", !isConnected) }
    layout["destroy"].set("sensitive", !model.isWorking)
    layout["destroy"].set("label", model.isWorking ? "One moment…" : "Forget")
    if details == shown { return }
    shown = details
    layout["title"].set("title", details.name)
    layout["name"].enter(details.name)
    showAbout()
    layout["pads"].removeRows()
    for pad in details.pads {
      let row = Layout(PackageResources.pad_ui)
      row["row"].set("title", pad.title)
      row["row"].set("subtitle", pad.amount)
      row["words"].set("label", pad.words)
      row["forget"].set("label", "Forget \(pad.title.lowercased())…")
      row["forget"].set("visible", pad.question != nil)
      row["forget"].on("clicked") { [self] in ask(about: pad) }
      layout["pads"].append(row["row"])
    }
  }
}
