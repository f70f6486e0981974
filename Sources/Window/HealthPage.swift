internal import Program
internal import Widgets

/// What a look at this computer has found.
@MainActor final class HealthPage {
  let root: Widget
  let header: Widget
  private let model: WindowModel
  private let layout = Layout(PackageResources.health_ui)
  private var shown: [HealthLine]?

  init(_ model: WindowModel) {
    self.model = model
    root = layout["health"]
    header = layout["header"]
    layout["back"].on("clicked") { model.leave() }
  }

  func show() {
    if let shown, shown == model.health { return }
    shown = model.health
    layout["summary"].set("label", summary)
    layout["findings"].removeRows()
    layout["findings"].set("visible", shown != nil)
    for line in shown ?? [] { layout["findings"].append(row(line)) }
  }

  private var summary: String {
    guard let shown else { return "Looking…" }
    let (bad, weaker) = (shown.count { $0.level == .bad }, shown.count { $0.level == .weaker })
    if bad > 0 { return bad == 1 ? "One serious problem" : "\(bad) serious problems" }
    if weaker > 0 { return weaker == 1 ? "One thing to know" : "\(weaker) things to know" }
    return "All is well"
  }

  private func row(_ line: HealthLine) -> Widget {
    let row = Layout(PackageResources.finding_ui)
    let (icon, style, name) =
      switch line.level {
      case .good: ("emblem-ok-symbolic", "success", "Good")
      case .weaker: ("dialog-information-symbolic", "warning", "Weaker")
      case .bad: ("dialog-warning-symbolic", "error", "Bad")
      }
    row["icon"].set("icon-name", icon)
    row["icon"].style(style)
    row["icon"].name(name)
    row["what"].set("label", line.what)
    row["hint"].set("label", line.hint ?? "")
    row["hint"].set("visible", line.hint != nil)
    return row["row"]
  }
}
