internal import Exchange
internal import Pad
internal import Synchronization
internal import System
internal import Vault

// What the person types.
extension ScreenChat {
  /// Takes what was typed or pasted so far, and paints once. Returns false to leave.
  func takeKeys(
    from keys: KeyTerminal, _ decoder: inout ChatKeyDecoder, _ actions: ChatActions
  ) throws -> Bool {
    var bytes = SecretBytes(count: 4096)
    let got = try bytes.withMutableBytes { bytes throws(SystemError) in
      try keys.stream.read(into: &bytes, from: 0)
    }
    if got == 0 { return false }
    for index in 0..<got {
      for key in decoder.take(bytes.withBytes { $0[index] }) {
        // Of the keys that change anything, only an Enter that comes next is an answer.
        if ![.enter, .pageUp, .pageDown].contains(key) { actions.forgetQuestion() }
        switch key {
        case .enter:
          if !send(actions) { return false }
        case .interrupt:
          if model.withLock({ $0.interrupt() }) { return false }
        case .endOfInput:
          if model.withLock({ $0.typed.count }) == 0 { return false }
        case .complete: complete()
        case .suspend:
          // The signal also stops the program of the route.
          prepareToStop(actions)
          _ = keys.raiseSignal(of: 0x1A)
        default: model.withLock { $0.take(key, rows: screen.rows) }
        }
      }
    }
    change { _ in }
    return true
  }

  /// A slow disk holds up nothing but the keys.
  private func complete() {
    guard let path = model.withLock({ $0.unfinishedPath }),
      let found = PathCompletion(path, on: context.storage)
    else { return }
    model.withLock { $0.take(found) }
  }

  /// Sends what was typed, or does what it says. Returns false to leave.
  private func send(_ actions: ChatActions) -> Bool {
    var line = model.withLock { $0.enter() }
    let isBlank = line.withBytes { line in line.indices.allSatisfy { line[$0] <= 0x20 } }
    if isBlank {
      guard actions.isAsking else { return true }
      line = model.withLock { $0.lastLine.withBytes { SecretBytes(copying: $0) } }
    }
    model.withLock { $0.lastLine = line.withBytes { SecretBytes(copying: $0) } }
    do {
      switch try actions.take(line) {
      case .done:
        guard case .help = line.withBytes({ ChatLine($0) }) else { break }
        change { $0.scroll(toShow: help.count, rows: screen.rows) }
      case .left: return false
      case .sent(let number, let shown, let note):
        let (left, waiting) = counts(actions.conversation)
        change { model in
          shown.withBytes { model.transcript.add(.own(number), $0) }
          (model.messagesLeft, model.waitingCount) = (left, waiting)
        }
        if let note { context.say(note) }
      }
    } catch {
      Failure(error).report()
      // A command is typed anew, or brought back with Up.
      guard line.withBytes({ ChatLine($0) }).isText else { return true }
      change { model in
        line.withBytes { model.typed.insert($0) }
        if actions.isAsking { return }
        model.transcript.note("Your text is still there: edit it, or press Ctrl+C to clear it.")
      }
    }
    return true
  }

  func counts(_ conversation: Conversation) -> (left: Int, waiting: Int) {
    (conversation.contact.messagesLeft, conversation.waitingCount)
  }
}
