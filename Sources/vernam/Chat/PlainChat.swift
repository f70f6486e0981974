internal import Exchange
internal import Pad
internal import Synchronization
internal import System
internal import Vault

/// A conversation line by line: what came goes to standard output, everything else to standard
/// error.
final class PlainChat: ChatInterface {
  private static let momentMilliseconds = 500

  private let name: String
  private let vault: Vault
  private let context: Context
  /// One line at a time.
  private let writing = Mutex(())

  init(name: String, vault: Vault, context: Context) {
    self.name = name
    self.vault = vault
    self.context = context
  }

  func show(_ event: ConversationEvent) {
    guard let note = event.note(name), !context.isQuiet || event.isImportant else { return }
    writing.withLock { _ in StandardError.line(note) }
  }

  func sink() -> any ConversationSink {
    ChatSink(from: name) { [self] message, text throws(SystemError) in
      try writing.withLock { _ throws(SystemError) in try print(message, text) }
    }
  }

  /// Prints `name: text`; every further row begins with a margin, also where the terminal would
  /// break a line, so that none looks like another message or like a line of this program.
  private func print(
    _ message: Incoming, _ text: borrowing SecretBytes
  ) throws(SystemError) {
    StandardError.endLine()
    let head = Array("\(name): ".utf8)
    let columns = Stream.output.isTerminal ? Stream.output.columns : .max
    var indentation = IndentedText(columns: columns, startingAt: TextRows.columns(head.span))
    var shown = VisibleText()
    let start = text.withBytes { shown.encode($0) }
    let end = shown.finish()
    let whole = end.withBytes { SecretBytes(joining: start, $0) }
    let indented = whole.withBytes { indentation.indent($0) }
    let line = indented.withBytes { SecretBytes(joining: SecretBytes(copying: head.span), $0) }
    try line.withBytes { text throws(SystemError) in try Stream.output.write(text) }
  }

  func talk(in conversation: Conversation, until isOver: @Sendable () -> Bool) throws {
    let actions = ChatActions(conversation: conversation, vault: vault, context: context)
    let count = conversation.waitingCount
    if count > 0 {
      let messages = count == 1 ? "message is" : "messages are"
      context.say("\(count) earlier \(messages) waiting to be delivered.")
    }
    if Stream.input.isTerminal {
      context.say("Type a line to send it. /file PATH sends a file, /quit leaves.")
    }
    var lines = LineReader(.input, limit: ChatActions.mostTextBytes)
    while !isOver() {
      switch try lines.next(milliseconds: PlainChat.momentMilliseconds) {
      case .nothing: continue
      case .end:
        // If nobody sits there, what was piped in is delivered first.
        if !Stream.input.isTerminal { conversation.waitUntilDelivered(orUntil: isOver) }
        return
      case .tooLong:
        report(
          Failure(
            "this line is too long, and was not sent", hint: "send it as a file: /file PATH",
            code: .badData))
      case .line(let line):
        if line.count == 0 { continue }
        do {
          if case .left = try actions.take(line) { return }
        } catch { report(Failure(error)) }
      }
    }
  }

  private func report(_ failure: Failure) { writing.withLock { _ in failure.report() } }
}
