internal import Pad
internal import Program
internal import Widgets

// Texts that were pasted into the page, or dropped on it.
extension ConversationPage {
  /// Types what is on the clipboard, or reads it if it is a message.
  func paste() {
    guard let conversation = shown else { return }
    Clipboard.read { [self] text in
      // The program that was copied from may have taken its time.
      guard text.count > 0, shown === conversation, model.page == .conversation, !isSending else {
        return
      }
      if ConversationModel.isMessage(text) {
        read(text)
      } else if conversation.fits(text) {
        layout["text"].insert(text)
      }
    }
  }

  /// Reads a text that should be a message.
  func read(_ text: borrowing SecretBytes) {
    guard let shown else { return }
    if shown.isOpen { return model.paste(text) }
    model.fail(
      Problem(
        "this message cannot be read yet", hint: "try again once the conversation has begun"))
  }
}
