internal import Program
internal import Widgets

// A text that was copied in another program.
extension MainWindow {
  /// A person who comes back from another window with a text on the clipboard may want to read it.
  /// The text is not read before they say so.
  func offerCopiedText() {
    Clipboard.watch()
    window.on("notify::is-active") { [self] in showOffer() }
    layout["readCopied"].on("clicked") { [self] in readCopied() }
    people.readCopied = { [self] in readCopied() }
    layout["ignoreCopied"].on("clicked") { [self] in
      Clipboard.passOver()
      showOffer()
    }
  }

  func readCopied() {
    Clipboard.read { [self] in
      model.paste($0)
      conversation.focus()
    }
    showOffer()
  }

  func showOffer() {
    let isHere = window.isTrue("is-active") && model.canPaste
    layout["copied"].set("reveal-child", isHere && Clipboard.hasForeignNews)
  }
}
