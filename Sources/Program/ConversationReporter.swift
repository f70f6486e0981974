internal import Exchange
internal import Glibc
internal import Pad
internal import Synchronization
internal import System
internal import Vault
internal import Wording

/// What happens in a conversation, passed on to the main loop.
final class ConversationReporter: ConversationScreen {
  private let mainLoop: any MainLoop
  private let showEvent: @MainActor @Sendable (ConversationEvent) -> Void
  private let showText: @MainActor @Sendable (SecretHandoff) -> Bool
  /// Whether texts are put off before they are opened: nobody could see one now, or each is shown word
  /// by word.
  let putsOff = Atomic(false)

  /// - Parameter showText: shows a text of theirs; false if nobody is looking at it any more.
  init(
    _ mainLoop: any MainLoop,
    showEvent: @escaping @MainActor @Sendable (ConversationEvent) -> Void,
    showText: @escaping @MainActor @Sendable (SecretHandoff) -> Bool
  ) {
    self.mainLoop = mainLoop
    self.showEvent = showEvent
    self.showText = showText
  }

  func show(_ event: ConversationEvent) {
    let showEvent = showEvent
    mainLoop.post { showEvent(event) }
  }

  func sink() -> any ConversationSink {
    textSink(mostBytes: putsOff.load(ordering: .relaxed) ? -1 : ConversationModel.mostTextBytes)
  }

  func textSink(mostBytes: Int = ConversationModel.mostTextBytes) -> ChatSink {
    ChatSink(mostTextBytes: mostBytes) {
      [mainLoop, showText] _, text throws(SystemError) in
      let handoff = SecretHandoff(ConversationReporter.visible(text))
      let answer = Answer()
      mainLoop.post { answer.isShown.withLock { $0 = showText(handoff) } }
      // The message is used up only after it was shown (invariant 4).
      while true {
        switch answer.isShown.withLock({ $0 }) {
        case true?: return
        case false?: throw SystemError("show", "the message", code: SystemError.interrupted)
        case nil: usleep(2000)
        }
      }
    }
  }

  /// Whether a text was shown, once that is known.
  private final class Answer: Sendable { let isShown = Mutex<Bool?>(nil) }

  /// The same text with nothing in it that is not UTF-8 or cannot be seen, and without the line
  /// feeds at its end.
  static func visible(_ text: borrowing SecretBytes) -> SecretBytes {
    let whole = text.withBytes { VisibleText.whole($0) }
    let count = whole.withBytes { bytes in
      var count = bytes.count
      while count > 0, bytes[count - 1] == UInt8(ascii: "\n") { count -= 1 }
      return count
    }
    return whole.resized(count, keeping: count)
  }
}
