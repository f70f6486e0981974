internal import Codec
package import Exchange
package import Vault

extension ConversationEvent {
  /// What a person has to know of it, in sentences, wherever the conversation with `name` is shown;
  /// nil if that is nothing, or depends on the place. `hint`: what to do about an error there.
  package func news(_ name: String, hint: (VaultError) -> String = { $0.hint }) -> String? {
    switch self {
    case .found: "A message from another command is waiting to be delivered, too."
    case .removed(_, hasLeft: true):
      "One of your messages was removed, but it had already left: \(name) may still read or save it."
    case .removed(_, hasLeft: false):
      "One of your messages was removed: it will not be sent any more."
    case .read(let report): report.closure.map { "Warning: \($0.warning(report.contact))." }
    case .noRoom:
      "Too much is waiting here. Read or save it, then leave and come back: the rest comes then."
    case .unreadable(let error):
      "A message arrived, but cannot be read: \(error.what). "
        + "\((ownHint(error, name) ?? hint(error)).sentenceStart)."
    case .listening, .looking, .calling, .here, .away, .unreached, .step, .progress, .sent,
      .arrived,
      .passed, .putOff, .missing:
      nil
    }
  }

  /// What to do about a message that came by itself, and stays in the other person's outbox.
  private func ownHint(_ error: VaultError, _ name: String) -> String? {
    switch error {
    case .unknownKind: "update vernam, and the message will come again"
    case .foreign:
      "ask \(name) to send it again; if you have forgotten one of the pads that you share, "
        + "\(name) has to forget it, too"
    default: nil
    }
  }
}

extension TransferProgress {
  /// A few words.
  package var words: String {
    switch self {
    case .sent(let percent): "\(percent) % sent"
    case .received(let percent): "\(percent) % received"
    }
  }
}

extension Incoming {
  /// What was put off, with its name if that can be used here.
  package var offer: String {
    let size = ByteCount(count)
    guard case .file(let name) = head.kind else { return "\(contact) sent a long text of \(size)" }
    guard let usable = name.usable else { return "\(contact) sent a file of \(size)" }
    return "\(contact) sent a file: \(VisibleText.line(usable)), \(size)"
  }
}

extension String {
  /// The same words with a capital letter.
  package var sentenceStart: String { prefix(1).uppercased() + dropFirst() }

  /// The same words with a capital letter and a full stop.
  package var sentence: String {
    let isEnded = last.map { ".?!".contains($0) } ?? true
    return sentenceStart + (isEnded ? "" : ".")
  }
}
