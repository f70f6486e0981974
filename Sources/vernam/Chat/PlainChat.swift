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

  /// Prints `name: text`; further lines of the text begin with a margin, so that none looks like
  /// another message.
  private func print(
    _ message: Incoming, _ text: borrowing SecretBytes
  ) throws(SystemError) {
    StandardError.endLine()
    var shown = VisibleText()
    let start = text.withBytes { shown.encode($0) }
    let end = shown.finish()
    let head = Array("\(name): ".utf8)
    let whole = end.withBytes { SecretBytes(joining: start, $0) }
    var line = whole.withBytes { SecretBytes(joining: SecretBytes(copying: head.span), $0) }
    line = PlainChat.indented(line)
    try line.withBytes { text throws(SystemError) in try Stream.output.write(text) }
  }

  /// The same text with a margin after each line feed but the last.
  private static func indented(_ text: borrowing SecretBytes) -> SecretBytes {
    let lineFeed = UInt8(ascii: "\n")
    let feeds = text.withBytes { text in text.indices.count { text[$0] == lineFeed } }
    var result = SecretBytes(count: text.count + 2 * feeds)
    var used = 0
    text.withBytes { text in
      result.withMutableBytes { result in
        for index in text.indices {
          result[used] = text[index]
          used += 1
          guard text[index] == lineFeed, index + 1 < text.count else { continue }
          result.store([0x20, 0x20].span, at: &used)
        }
      }
    }
    return result.resized(used, keeping: used)
  }

  func talk(in conversation: Conversation, until isOver: @Sendable () -> Bool) throws {
    let actions = ChatActions(conversation: conversation, vault: vault, context: context)
    let count = conversation.waitingCount
    if count > 0 {
      context.say("\(count) earlier message\(count == 1 ? " waits" : "s wait") to be delivered.")
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
