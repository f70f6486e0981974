internal import Program
internal import Widgets

/// The page on which two people pair.
@MainActor final class MeetingPage {
  let root: Widget
  let header: Widget
  private let model: WindowModel
  private let layout = Layout(PackageResources.meeting_ui)
  private let otherWays: OtherWays
  private var offers: [String] = []
  private var shownStep = ""
  private var shownCode = ""
  /// Whether the button in the header says "Cancel"; nil before it says anything.
  private var isCancellable: Bool?

  init(_ model: WindowModel, over window: Widget) {
    self.model = model
    otherWays = OtherWays(model, over: window, to: layout["steps"])
    root = layout["meeting"]
    header = layout["header"]
    layout["cancel"].on("clicked") { model.goBack() }
    layout["name"].on("notify::text") { [self] in
      let name = layout["name"].enteredWords()
      for id in ["look", "ways"] { layout[id].set("sensitive", !name.isEmpty) }
      layout["known"].set("visible", model.knows(name))
    }
    layout["name"].on("entry-activated") { [self] in look() }
    layout["look"].on("clicked") { [self] in look() }
    layout["carry"].on("activated") { [self] in
      model.beginCarrying(to: layout["name"].enteredWords())
    }
    layout["takeIn"].on("activated") { [self] in
      otherWays.takeIn(with: layout["name"].enteredWords())
    }
    layout["address"].on("activated") { [self] in
      model.beginAddressing(layout["name"].enteredWords())
    }
    layout["offers"].on("row-activated") { [self] parameters in
      if let row = parameters.row(1), offers.indices.contains(row) { model.choose(offers[row]) }
      return false
    }
    layout["typed"].on("notify::text") { [self] in
      let digits = layout["typed"].enteredWords().count(where: \.isNumber)
      layout["compare"].set("sensitive", digits >= 8)
    }
    layout["typed"].on("entry-activated") { [self] in compare() }
    layout["compare"].on("clicked") { [self] in compare() }
    layout["refuse"].on("clicked") { model.refuseComputer() }
    layout["write"].on("clicked") {
      if case .done(let outcome) = model.meeting.step, outcome.canWrite {
        model.open(model.meeting.name)
      } else {
        model.leave()
      }
    }
    layout["restart"].on("clicked") { model.beginMeeting(with: model.meeting.name) }
  }

  private func look() {
    let name = layout["name"].enteredWords()
    if !name.isEmpty { model.meet(name) }
  }

  private func compare() {
    let code = layout["typed"].enteredWords()
    if !code.isEmpty { model.compare(code) }
  }

  // MARK: Showing

  func show() {
    let meeting = model.meeting
    if meeting.isUnderWay != isCancellable { showCancel(meeting.isUnderWay) }
    switch meeting.step {
    case .naming:
      go(to: "naming") {
        layout["name"].enter(meeting.name)
        layout["name"].focus()
        let open = model.conversation?.name
        layout["closing"].set("visible", open != nil)
        layout["closing"].set(
          "label", open.map { "This clears your conversation with \($0)." } ?? "")
      }
    case .carrying: go(to: "carrying") { otherWays.beginCarrying() }
    case .unsealing(let note):
      go(to: "unsealing") { otherWays.beginUnsealing() }
      otherWays.show(note)
    case .addressing(let note):
      go(to: "addressing") { otherWays.beginAddressing() }
      otherWays.show(note)
    case .awaiting(let addresses):
      go(to: "awaiting")
      otherWays.show(addresses: addresses, MeetingPage.failure(meeting))
    case .searching(let words): showSearch(words, meeting)
    case .choosing(let names):
      go(to: "choosing") { offers = [] }
      let own = meeting.ownName.map { "\n\nThis computer is called\n\($0)" } ?? ""
      layout["choosing"].set(
        "title", meeting.lastFailure == nil ? "Which one is it?" : "Choose it again")
      layout["choosing"].set(
        "description",
        MeetingPage.failure(meeting) + "Choose the name that the other screen shows." + own)
      if names != offers { show(names) }
    case .comparing(let code, let note): showCodes(code, note, isRight: false, meeting)
    case .waiting(let code): showCodes(code, nil, isRight: true, meeting)
    case .transferring(let bytes, let total, let note):
      go(to: "transferring")
      layout["transferring"].set("description", note)
      layout["progress"].set("fraction", total == 0 ? 0 : Double(bytes) / Double(total))
    case .checking:
      go(to: "transferring")
      layout["transferring"].set("description", "Checking that both computers have the same pad.")
    case .done(let outcome):
      go(to: "done")
      layout["done"].set("title", outcome.title)
      layout["done"].set("description", outcome.words)
      layout["write"].set("label", outcome.canWrite ? "Write to \(meeting.name)" : "Done")
    case .failed(let problem):
      go(to: "failed")
      layout["failed"].set("title", problem.what)
      layout["failed"].set("description", problem.hint)
    }
  }

  private func showCancel(_ isCancellable: Bool) {
    self.isCancellable = isCancellable
    if isCancellable {
      layout["cancel"].set("label", "Cancel")
    } else {
      layout["cancel"].set("icon-name", "go-previous-symbolic")
    }
    layout["cancel"].name(isCancellable ? "Cancel" : "Back")
    // A narrow window with large text has no room for both, and each step has a heading.
    layout["title"].set("title", isCancellable ? "" : "Meet someone")
  }

  /// The page was left: it begins anew.
  func end() {
    if shownStep.isEmpty { return }
    shownStep = ""
    otherWays.clear()
  }

  private func go(to step: String, _ begin: () -> Void = {}) {
    layout["steps"].set("visible-child-name", step)
    if step == shownStep { return }
    shownStep = step
    begin()
  }

  private func showSearch(_ words: String, _ meeting: Meeting) {
    go(to: "searching")
    layout["searching"].set("description", MeetingPage.failure(meeting) + words)
    layout["ownName"].set(
      "label",
      meeting.ownName.map { "For this pairing, this computer is called\n\($0)" } ?? "")
  }

  /// Why an attempt before this one failed.
  private static func failure(_ meeting: Meeting) -> String {
    meeting.lastFailure.map { "\($0.what) \($0.hint) " } ?? ""
  }

  private func show(_ names: [String]) {
    offers = names
    layout["offers"].removeRows()
    for name in names {
      let row = Layout(PackageResources.offer_ui)["row"]
      row.set("title", name)
      layout["offers"].append(row)
    }
  }

  private static let fromAfar =
    "Type each other's code. If you are not side by side, read your codes to each other by telephone "
    + "or video, and only to somebody whose voice you know."

  private func showCodes(_ code: String, _ note: String?, isRight: Bool, _ meeting: Meeting) {
    go(to: "codes") { shownCode = "" }
    if code != shownCode {
      shownCode = code
      layout["code"].set("label", code)
      layout["typed"].enter("")
      layout["typed"].focus()
    }
    let own = meeting.ownName ?? "this computer"
    layout["computers"].set(
      "label",
      meeting.otherName.map {
        "Type each other's code. The other screen must name the same two computers:\n\n"
          + "\(own) (this one)\n\($0)"
      } ?? MeetingPage.fromAfar)
    layout["refuse"].set("visible", meeting.otherName != nil)
    layout["typing"].set("visible", !isRight)
    layout["right"].set("visible", isRight)
    let news = note ?? meeting.lastFailure.map { "\($0.what) These are new codes: begin again." }
    layout["note"].set("visible", news != nil && !isRight)
    layout["note"].set("label", news ?? "")
  }
}
