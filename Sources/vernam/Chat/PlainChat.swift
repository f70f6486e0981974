internal import Codec
internal import Exchange
internal import Pad
internal import Synchronization
internal import System
internal import Vault
internal import Wording

/// A conversation line by line: what came goes to standard output, everything else to standard
/// error.
final class PlainChat: ChatInterface {
  private static let momentMilliseconds = 500

  private let name: String
  private let vault: Vault
  private let context: Context
  /// Whether a line may be a command. Text that is piped in may come from anywhere.
  private let takesCommands: Bool
  /// One line at a time.
  private let writing = Mutex(())
  private let lastNote = Mutex("")
  /// Once it has begun.
  private let ending = Mutex<ChatEnding?>(nil)
  private let conversation = Mutex<Conversation?>(nil)

  init(name: String, vault: Vault, context: Context, takesCommands: Bool) {
    self.name = name
    self.vault = vault
    self.context = context
    self.takesCommands = takesCommands
  }

  func show(_ event: ConversationEvent) {
    if case .step(let step) = event {
      return writing.withLock { _ in context.say(verbosely: step.text) }
    }
    guard let note = note(event), !context.isQuiet || event.isImportant else { return }
    let isNews = lastNote.withLock { last in
      defer { last = note }
      return !event.isStatus || last != note
    }
    if isNews { writing.withLock { _ in StandardError.line(note) } }
  }

  private func note(_ event: ConversationEvent) -> String? {
    let conversation = conversation.withLock { $0 }
    if case .removed = event, conversation?.isBeside == true {
      return "The open chat has delivered this message, unless you removed it from the outbox."
    }
    guard case .arrived = event else { return event.note(name) }
    let left = conversation?.waitingCount ?? 0
    return switch left {
    case 0: "Your message has arrived. No other message is waiting."
    case 1: "Your message has arrived. 1 other message is waiting."
    default: "Your message has arrived. \(left) other messages are waiting."
    }
  }

  func sink() -> any ConversationSink {
    ChatSink { [self] message, text throws(SystemError) in
      do throws(SystemError) {
        try writing.withLock { _ throws(SystemError) in try print(message, text) }
      } catch {
        // Nobody would see what comes. It comes again in the next conversation.
        ending.withLock { $0 }?.fail(.vault(.system(error)))
        throw error
      }
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
    let whole = text.withBytes { VisibleText.whole($0) }
    let indented = whole.withBytes { indentation.indent($0) }
    let line = indented.withBytes { SecretBytes(joining: SecretBytes(copying: head.span), $0) }
    try line.withBytes { text throws(SystemError) in try Stream.output.write(text) }
  }

  let help = ChatLine.commandsText
  var confirmingHint: String? {
    Stream.input.isTerminal ? "enter the same line again" : nil
  }

  func alone(_ body: () throws -> Void) throws { try writing.withLock { _ in try body() } }

  func talk(in conversation: Conversation, until ending: ChatEnding) throws {
    let actions = ChatActions(
      conversation: conversation, interface: self, vault: vault, context: context)
    self.ending.withLock { $0 = ending }
    self.conversation.withLock { $0 = conversation }
    if let obstacle = actions.obstacle { report(obstacle) } else { actions.warnOfPad() }
    // Of piped input: why the first line that was not sent was refused.
    var refused: Failure?
    if let note = conversation.earlierNote { context.say(note) }
    if Stream.input.isTerminal {
      context.say("Type a line to send it. /help lists the commands, /quit leaves.")
    }
    var lines = LineReader(.input, limit: ChatActions.mostTextBytes)
    while !ending.isOver {
      switch try lines.next(milliseconds: PlainChat.momentMilliseconds) {
      case .nothing: continue
      case .end:
        return try end(conversation, ending, refused)
      case .tooLong:
        let failure = Failure(
          "this line is too long, and was not sent",
          hint: takesCommands
            ? "send it as a file: /file PATH"
            : "run \"vernam chat \(ContactName.typed(name))\", and type: /file PATH",
          code: .badData)
        refused = refused ?? failure
        report(failure)
      case .line(let line):
        if !ending.keyCame() || line.count == 0 { continue }
        if !takesCommands, let failure = refusal(ofPiped: line) {
          report(failure)
          return try end(conversation, ending, refused ?? failure)
        }
        do {
          switch try actions.take(line, isOnlyText: !takesCommands) {
          case .left: return
          case .sent(_, _, let note): if let note { context.say(note) }
          case .done: break
          }
        } catch {
          refused = refused ?? Failure(error)
          report(Failure(error))
        }
      }
    }
  }

  /// The input has ended. If nobody sits there, what was piped in is delivered first.
  private func end(
    _ conversation: Conversation, _ ending: ChatEnding, _ refused: Failure?
  ) throws {
    if Stream.input.isTerminal { return }
    if conversation.ownWaitingCount > 0, !conversation.isLive {
      context.say(
        "Waiting for \(name). If nothing is delivered for \(ending.patienceInWords), vernam stops "
          + "waiting, and your messages stay in the outbox."
      )
    }
    do { try ending.waitForArrival(in: conversation) } catch {
      if refused == nil { throw error }
      report(Failure(error))
    }
    if let refused { throw refused.wasReported }
  }

  /// Why no person wrote this piped line, nor those after it; nil if one may have.
  private func refusal(ofPiped line: borrowing SecretBytes) -> Failure? {
    if line.withBytes({ PastedMessage.begins(in: $0.extracting(first: min($0.count, 40))) }) {
      return Failure(
        "this is an encrypted message: neither it nor anything after it was sent",
        hint: "paste it into an email or another chat; this chat encrypts by itself",
        code: .badData)
    }
    if line.withBytes({ UTF8Check.isValid($0) }) { return nil }
    return Failure(
      "this line is not text (UTF-8): neither it nor anything after it was sent",
      hint: "run \"vernam chat \(ContactName.typed(name))\", and type: /file PATH", code: .badData)
  }

  private func report(_ failure: Failure) { writing.withLock { _ in failure.report() } }
}
