internal import Program
internal import Widgets
internal import Wording

/// The people with whom pads are shared.
@MainActor final class PeoplePage {
  let root: Widget
  let header: Widget
  private let model: WindowModel
  private let layout = Layout(PackageResources.people_ui)
  private var shown: [Person] = []
  /// What there is to say of people now, by their names.
  private var news: [String: String] = [:]
  private var rows: [Layout] = []

  private static let rowsAtOnce = 20

  /// Reads the message on the clipboard.
  var readCopied: @MainActor () -> Void = {}

  init(_ model: WindowModel) {
    self.model = model
    root = layout["people"]
    header = layout["header"]
    layout["meet"].on("clicked") { model.beginMeeting() }
    layout["meetFirst"].on("clicked") { model.beginMeeting() }
    layout["health"].on("clicked") { model.examine() }
    layout["paste"].on("clicked") { [self] in readCopied() }
    layout["scroll"].onNearEnd { [self] in addRows() }
    layout["list"].on("row-activated") { [self] parameters in
      if let row = parameters.row(1), shown.indices.contains(row) { model.open(shown[row].name) }
      return false
    }
    layout["list"].on("row-selected") { [self] in selectOpen() }
  }

  func show() {
    showPeople()
    selectOpen()
  }

  /// Highlights the person whose conversation is open: GTK highlights who was clicked or has the
  /// focus.
  private func selectOpen() {
    let open = model.conversation?.name
    layout["list"].select(shown.firstIndex { $0.name == open })
  }

  private func showPeople() {
    layout["content"].set("visible-child-name", model.people.isEmpty ? "nobody" : "list")
    for id in ["meet", "paste"] { layout[id].set("visible", !model.people.isEmpty) }
    let news = model.news
    if model.people == shown, news == self.news { return }
    // Rows are kept as long as the names are the same, so that the focus stays where it is.
    if model.people.map(\.name) != shown.map(\.name) {
      // Emptied first: GTK reports selections while rows are being removed.
      (shown, rows) = ([], [])
      layout["list"].removeRows()
    }
    (shown, self.news) = (model.people, news)
    for (person, row) in zip(shown, rows) { show(person, in: row) }
    if rows.isEmpty { addRows() }
  }

  /// Adds rows for some more people: GTK lays out all of them, whether they are in sight or not.
  private func addRows() {
    for person in shown[rows.count...].prefix(PeoplePage.rowsAtOnce) {
      let row = Layout(PackageResources.person_ui)
      rows.append(row)
      show(person, in: row)
      layout["list"].append(row["row"])
    }
    selectOpen()
  }

  private func show(_ person: Person, in row: Layout) {
    let news = news[person.name]
    row["avatar"].set("text", person.name)
    row["name"].set("label", person.name)
    let lines = [person.amount.sentenceStart, person.waiting ?? ""].filter { !$0.isEmpty }
    row["amount"].set("label", lines.joined(separator: "\n"))
    row["amount"].set("visible", !lines.isEmpty)
    row["left"].set("fraction", person.left)
    row["left"].set("visible", person.left > 0)
    row["news"].set("visible", news != nil)
    row["news"].set("label", news ?? "")
    row["warning"].set("visible", person.warning != nil)
    row["warning"].set("label", person.warning ?? "")
    let parts = [person.name, news ?? ""] + lines + [person.warning ?? ""]
    row["row"].name(parts.filter { !$0.isEmpty }.joined(separator: ", "))
  }
}
