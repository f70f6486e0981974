internal import Codec
internal import Pad
internal import Vault
internal import Wording

extension MessageInput {
  func ask() {
    context.say(
      "Paste the message, and all its parts if it has several. You need not press a key: vernam "
        + "reads it once all of it is there"
        + (ClipboardTool.isHere ? " (--paste reads the clipboard)" : "")
        + ". For a file, run \"vernam decrypt FILE\".")
  }

  /// Text that is pasted: the first piece ends once nothing of the messages in it is missing.
  func pieces(_ typed: TypedInput) -> Pieces {
    {
      var piece = [UInt8](repeating: 0, count: MessageInput.memoryBytes)
      var span = piece.mutableSpan
      let count = try typed.fill(&span, isAll: { isAll($0, typed) })
      piece.removeLast(piece.count - count)
      return piece
    }
  }

  /// Whether the text holds messages to their ends, damaged or not, and no part is missing. If not,
  /// says so.
  private func isAll(_ text: Span<UInt8>, _ typed: TypedInput) -> Bool {
    let findings = Armor.read(text)
    // An earlier message that was cut short will not be completed.
    let isCut = if case .damaged(let part)? = findings.last { part.loss == .end } else { false }
    if findings.isEmpty {
      // Letters of a message, and not only a word of five.
      let isWithoutHead = text.count > 30 && PastedMessage.mayHold(text)
      return asksForMore(
        isWithoutHead
          ? "the first line is missing: paste it all again, from \"This is a vernam message\" on"
          : "this holds no message yet: paste more", typed)
    }
    if isCut { return asksForMore("the end of the message is missing: paste more", typed) }
    let messages = ReceivedMessage.joined(findings.map(ReceivedMessage.init)) { vault.keptParts() }
    for case .incomplete(let message) in messages {
      let them = message.missing.count == 1 ? "it" : "them"
      return asksForMore("\(message.what): paste \(them) too", typed)
    }
    strayEnd.isLikely = true
    return true
  }

  private func asksForMore(_ what: String, _ typed: TypedInput) -> Bool {
    typed.endLine()
    context.say("\(what), or press Ctrl+D to stop")
    return false
  }
}
