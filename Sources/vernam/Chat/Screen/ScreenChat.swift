internal import Exchange
internal import Pad
internal import Synchronization
internal import System
internal import Vault

/// A conversation on the whole screen of a terminal. Nothing of it is left there afterwards.
final class ScreenChat: ChatInterface {
  private static let momentMilliseconds = 500
  /// Alternate screen, and pastes marked as such (DEC private modes 1049, 2004).
  private static let begins = "\u{1B}[?1049h\u{1B}[?2004h"
  private static let ends = "\u{1B}[H\u{1B}[?2004l\u{1B}[?1049l"

  private let name: String
  private let vault: Vault
  let context: Context
  let screen: Stream
  let model: Mutex<ChatModel>
  /// Once it has begun.
  private let ending = Mutex<ChatEnding?>(nil)
  private let conversation = Mutex<Conversation?>(nil)
  /// Whether the screen is this program's now: it is not while the program is suspended.
  private let isShown = Atomic(false)
  /// The person has left: nobody would see what comes now.
  private let hasLeft = Atomic(false)

  /// - Parameter screen: the terminal.
  init(name: String, vault: Vault, context: Context, screen: Stream) {
    self.name = name
    self.vault = vault
    self.context = context
    self.screen = screen
    model = Mutex(ChatModel(name: name, isASCII: context.isASCII))
    model.withLock { model in
      model.transcript.note(
        "This chat is not saved: when you leave, it is gone. Only undelivered messages are kept, for "
          + "the next chat.")
      model.transcript.note("\(model.marksText) /help lists the commands; /quit leaves.")
    }
  }

  /// After too long, nothing of the chat may be seen when the program comes back to the front.
  private var isVisible: Bool {
    isShown.load(ordering: .relaxed) && ending.withLock { $0?.isIdle } != true
  }

  func change(_ body: (inout ChatModel) -> Void) {
    model.withLock { model in
      body(&model)
      if isVisible { model.paint(on: screen) }
    }
  }

  // MARK: What happens

  func show(_ event: ConversationEvent) {
    if case .step(let step) = event { return context.say(verbosely: step.text) }
    let partner = conversation.withLock { $0 }
    let counts = partner.map(counts)
    change { model in
      if let counts { (model.messagesLeft, model.waitingCount) = counts }
      model.follow(event)
      if let note = note(event, model), !event.isStatus || note != model.lastNote {
        model.lastNote = note
        model.note(note)
      }
    }
  }

  /// A line about an event; nil if what the screen shows otherwise says it.
  private func note(_ event: ConversationEvent, _ model: borrowing ChatModel) -> String? {
    let partner = conversation.withLock { $0 }
    return switch event {
    case .progress: nil
    case .arrived(let number) where number <= partner?.earlierCount ?? 0:
      partner.flatMap { model.earlierNote($0.earlierCount, waiting: $0.earlierWaitingCount) }
    case .arrived(let number) where model.foundNumbers.contains(number):
      "The message from another command has arrived."
    case .arrived(let number) where model.removedNumbers.contains(number):
      "What you took back has arrived after all: \(name) has read or saved it."
    default: event.note(name)
    }
  }

  func sink() -> any ConversationSink {
    ChatSink { [self] _, text throws(SystemError) in
      if hasLeft.load(ordering: .relaxed) {
        throw SystemError("write", screen.name, code: SystemError.interrupted)
      }
      change { model in
        text.withBytes { model.transcript.add(.other, $0) }
        model.keepView(isMessage: true)
      }
    }
  }

  // MARK: What the person does

  let help = ChatLine.commandsText + ChatLine.keysText
  let confirmingHint: String? = "press Enter again"

  func quote(_ number: Int) -> Bool {
    var isKept = false
    change { isKept = $0.quote(number) }
    return isKept
  }

  /// A picture in the middle of an escape sequence would spoil both.
  func alone(_ body: () throws -> Void) throws { try model.withLock { _ in try body() } }

  func talk(in conversation: Conversation, until ending: ChatEnding) throws {
    let keys = KeyTerminal(.input)
    let actions = ChatActions(
      conversation: conversation, interface: self, vault: vault, context: context)
    self.ending.withLock { $0 = ending }
    try begin(keys)
    defer {
      hasLeft.store(true, ordering: .relaxed)
      end(keys)
    }
    let (left, waiting) = counts(conversation)
    self.conversation.withLock { $0 = conversation }
    change { model in
      (model.messagesLeft, model.waitingCount) = (left, waiting)
      if let note = conversation.earlierNote { model.note(note) }
    }
    if let obstacle = actions.obstacle { obstacle.report() } else { actions.warnOfPad() }
    var decoder = ChatKeyDecoder()
    var size = (screen.columns, screen.rows)
    while !ending.isOver {
      if keys.wasSignalled {
        if keys.isEnding { return }
        try suspend(keys, actions)
      } else if keys.stream.isReadable(milliseconds: ScreenChat.momentMilliseconds) {
        if try !ending.keyCame() || !takeKeys(from: keys, &decoder, actions) { return }
      } else if size != (screen.columns, screen.rows) {
        change { _ in }
      }
      size = (screen.columns, screen.rows)
    }
  }

  private func begin(_ keys: KeyTerminal) throws(SystemError) {
    // In a paste, CR LF is one line end.
    try keys.begin(dropsTyped: false, keepsReturns: true)
    try screen.write(Array(ScreenChat.begins.utf8).span)
    isShown.store(true, ordering: .relaxed)
    StandardError.divert { [self] line in change { $0.note(line) } }
  }

  private func end(_ keys: KeyTerminal, saying text: String = "") {
    model.withLock { _ in isShown.store(false, ordering: .relaxed) }
    StandardError.divert(nil)
    // Row by row: a terminal may keep what it clears at once.
    let rows = (1...max(1, screen.rows)).map { "\u{1B}[\($0);1H\u{1B}[2K" }.joined()
    try? screen.write(Array((rows + ScreenChat.ends + text).utf8).span)
    keys.end()
  }

  /// Gives the terminal back until the program is brought to the front again.
  private func suspend(_ keys: KeyTerminal, _ actions: ChatActions) throws {
    prepareToStop(actions)
    end(keys, saying: "Suspended. To continue, type: fg\r\n")
    try begin(keys)
    change { _ in }
  }

  /// Says goodbye, since a stopped program would count as there.
  func prepareToStop(_ actions: ChatActions) {
    actions.forgetQuestion()
    guard actions.conversation.sayGoodbye() else { return }
    change { model in
      model.follow(.away(.left))
      model.note("You put the chat aside. Connecting to \(name) again may take half a minute.")
    }
  }
}
