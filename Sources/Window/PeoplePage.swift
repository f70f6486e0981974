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

  init(_ model: WindowModel) {
    self.model = model
    root = layout["people"]
    header = layout["header"]
    layout["meet"].on("clicked") { model.beginMeeting() }
    layout["meetFirst"].on("clicked") { model.beginMeeting() }
    layout["health"].on("clicked") { model.examine() }
    layout["paste"].on("clicked") { Clipboard.read { model.paste($0) } }
    layout["list"].on("row-activated") { [self] parameters in
      if let row = parameters.row(1), shown.indices.contains(row) { model.open(shown[row].name) }
      return false
    }
  }

  func show() {
    layout["content"].set("visible-child-name", model.people.isEmpty ? "nobody" : "list")
    layout["meet"].set("visible", !model.people.isEmpty)
    if model.people == shown { return }
    shown = model.people
    layout["list"].removeRows()
    for person in shown { layout["list"].append(row(person)) }
  }

  private func row(_ person: Person) -> Widget {
    let row = Layout(PackageResources.person_ui)
    row["avatar"].set("text", person.name)
    row["name"].set("label", person.name)
    row["amount"].set("label", person.amount.sentenceStart)
    row["left"].set("fraction", person.left)
    row["warning"].set("visible", person.warning != nil)
    row["warning"].set("label", person.warning ?? "")
    let parts = [person.name, person.amount, person.warning ?? ""].filter { !$0.isEmpty }
    row["row"].name(parts.joined(separator: ", "))
    return row["row"]
  }
}
