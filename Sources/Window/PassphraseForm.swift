internal import Pad
internal import Widgets
internal import Wording

/// Two fields for a new passphrase, and the button that takes it once they agree.
@MainActor final class PassphraseForm {
  let root: Widget
  private let layout = Layout(PackageResources.passphrase_ui)
  /// Gets the passphrase.
  var take: @MainActor (consuming SecretBytes) -> Void = { _ in }

  private let button: String

  /// - Parameters:
  ///   - title: of the first field.
  ///   - button: the label of the button.
  init(_ title: String, _ button: String) {
    self.button = button
    root = layout["form"]
    layout["passphrase"].set("title", title)
    layout["protect"].set("label", button)
    for id in ["passphrase", "again"] { layout[id].on("notify::text") { [self] in judge() } }
    layout["passphrase"].on("entry-activated") { [self] in layout["again"].focus() }
    layout["protect"].on("clicked") { [self] in finish() }
    layout["again"].on("entry-activated") { [self] in finish() }
  }

  /// Whether what was taken is still being worked with.
  var isWaiting = false {
    didSet {
      if isWaiting == oldValue { return }
      layout["protect"].set("label", isWaiting ? "One moment…" : button)
      judge()
    }
  }

  func clear() { for id in ["passphrase", "again"] { layout[id].enter("") } }

  func focus() { layout["passphrase"].focus() }

  private var areEqual: Bool {
    let first = layout["passphrase"].entered()
    let second = layout["again"].entered()
    // Both are typed by the person who looks at them: the time that this takes tells nobody anything.
    return first.count > 0 && first.count == second.count
      && first.withBytes { first in
        second.withBytes { second in first.indices.allSatisfy { first[$0] == second[$0] } }
      }
  }

  /// Says how strong the passphrase is, while another can still be chosen.
  private func judge() {
    let typed = layout["passphrase"].entered()
    let strength = typed.withBytes { PassphraseStrength($0).sentence }
    let isFinished = layout["again"].entered().count > 0
    let words = isFinished && !areEqual ? "The two are not the same yet." : strength.sentence
    // Empty, it keeps its place: nothing moves while people type.
    layout["strength"].set("label", typed.count == 0 ? "" : words)
    layout["protect"].set("sensitive", areEqual && !isWaiting)
  }

  private func finish() {
    if areEqual, !isWaiting { take(layout["passphrase"].entered()) }
  }
}
