internal import Pad
internal import Program
internal import Widgets

/// What a look at this computer has found, and the passphrase.
@MainActor final class HealthPage {
  let root: Widget
  let header: Widget
  private let model: WindowModel
  private let layout = Layout(PackageResources.health_ui)
  private var shown: [HealthLine]?
  private var isAsking = false
  /// Whether the passphrase was changed since the page was opened.
  private var isChanged = false
  private let newPassphrase = PassphraseForm("New passphrase", "Use this passphrase")

  init(_ model: WindowModel) {
    self.model = model
    root = layout["health"]
    header = layout["header"]
    newPassphrase.take = { [self] in change(to: $0) }
    layout["newPassphrase"].set("child", newPassphrase.root)
    layout["back"].on("clicked") { model.goBack() }
    layout["old"].on("entry-activated") { [self] in newPassphrase.focus() }
    layout["lock"].on("clicked") { model.lock() }
    layout["change"].on("clicked") { [self] in ask(true) }
    layout["keep"].on("clicked") { [self] in ask(false) }
  }

  private func change(to new: consuming SecretBytes) {
    model.changePassphrase(from: layout["old"].entered(), to: new) { [self] isChanged in
      guard model.page == .health else { return }
      guard isChanged else { return layout["old"].focus() }
      self.isChanged = true
      ask(false)
      // It may have been all that was wrong.
      model.examine()
    }
  }

  /// The page was left, or the window locked: nothing that was typed stays.
  func end() {
    isChanged = false
    if isAsking { ask(false) }
  }

  /// Shows the fields for another passphrase, or the button that does.
  private func ask(_ isAsking: Bool) {
    self.isAsking = isAsking
    layout["changing"].set("visible", isAsking)
    layout["old"].enter("")
    newPassphrase.clear()
    // The focus would go to the top of the page with the button.
    if isAsking { if model.hasPassphrase { layout["old"].focus() } else { newPassphrase.focus() } }
    layout["change"].set("visible", !isAsking)
  }

  func show() {
    newPassphrase.isWaiting = model.isWorking
    for id in ["lock", "current"] { layout[id].set("visible", model.hasPassphrase) }
    layout["passphrase"].set("subtitle", passphraseWords)
    layout["change"].set("label", model.hasPassphrase ? "Change…" : "Set…")
    layout["change"].name(
      model.hasPassphrase ? "Change the passphrase…" : "Set a passphrase…")
    if let shown, shown == model.health { return }
    shown = model.health
    layout["summary"].set("label", summary)
    let lines = shown ?? []
    show(lines.filter { $0.level != .good }, in: "findings")
    show(lines.filter { $0.level == .good }, in: "good")
    layout["details"].set("visible", !lines.isEmpty)
    layout["advice"].set("visible", lines.contains(where: \.namesCommand))
  }

  private func show(_ lines: [HealthLine], in list: String) {
    layout[list].removeRows()
    layout[list].set("visible", !lines.isEmpty)
    for line in lines { layout[list].append(row(line)) }
  }

  private var passphraseWords: String {
    if !model.hasPassphrase { return "None" }
    return isChanged
      ? "Your new passphrase is set. The window asks for it once you have locked it."
      : "Protects your pads if this computer is stolen"
  }

  private var summary: String {
    guard let shown else { return "Checking…" }
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
      case .weaker: ("dialog-warning-symbolic", "warning", "Warning")
      case .bad: ("dialog-error-symbolic", "error", "Bad")
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
