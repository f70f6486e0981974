internal import Codec
internal import Exchange
internal import Link
internal import System
internal import Vault
internal import Wording

extension ConversationEvent {
  /// The event in one line for a person who talks with `name`; nil if it need not be told.
  func note(_ name: String) -> String? {
    switch self {
    case .listening(let port): "Waiting for \(name) on port \(port)."
    case .looking: "Looking for \(name) on the local network."
    case .calling: "Calling \(name)."
    case .here: "\(name) is here."
    case .away(.left): "\(name) left. What you write now waits until \(name) is back."
    case .away(let error):
      "\(name) is away (\(error.what)). What you write now waits until \(name) is back."
    case .unreached(let error): "Cannot reach \(name) yet: \(error.what)."
    case .sent: nil
    case .arrived(let number): "Message \(number) arrived."
    case .passed(let number):
      "Message \(number) will not be read: \(name) read it long ago, or skipped it."
    case .read(let report): report.chatNote
    case .putOff(let number, let message): message.putOffNote(number)
    case .unreadable(let error):
      "A message came that cannot be read: \(error.what). \(error.hint.capitalizedFirst)."
    }
  }
}

extension ConversationEvent {
  /// Whether a person has to know it, even one who wants to hear little.
  var isImportant: Bool {
    switch self {
    case .read, .putOff, .unreadable, .passed: true
    case .listening, .looking, .calling, .here, .away, .unreached, .sent, .arrived: false
    }
  }
}

extension ProgramLine {
  /// What a person sees of it: nothing that a terminal would obey, and nothing that looks like a
  /// line of ours.
  func text(saidBy program: String) -> String {
    switch self {
    case .line(let bytes):
      "\(program) says: \(VisibleText.line(String(decoding: bytes, as: UTF8.self)))"
    case .more: "\(program) says more, which is not shown."
    }
  }
}

extension ReadReport {
  /// What the person should know after a message was read; nil if nothing.
  fileprivate var chatNote: String? {
    if let closure { return "Warning: \(closure.warning(contact))." }
    return nil
  }
}

extension Incoming {
  /// What was put off, and how to get it.
  fileprivate func putOffNote(_ number: Int) -> String {
    let size = ByteCount(count)
    guard case .file(let name) = head.kind else {
      return "\(contact) sent a long text of \(size). To save it: /save \(number) FILE"
    }
    guard let usable = name.usable else {
      return "\(contact) sent a file of \(size). To save it: /save \(number) FILE"
    }
    return
      "\(contact) sent a file: \(VisibleText.line(usable)), \(size). To save it: /save \(number)"
  }
}

extension String {
  /// The same sentence with a capital letter.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
