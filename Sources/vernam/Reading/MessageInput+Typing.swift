internal import Codec
internal import Pad
internal import Vault

extension MessageInput {
  func ask() {
    context.say(
      "Paste the message; vernam reads it as soon as it is complete, or at Ctrl+D"
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

  /// Whether the text holds messages to their ends, damaged or not, and no part is missing.
  private func isAll(_ text: Span<UInt8>, _ typed: TypedInput) -> Bool {
    let findings = Armor.read(text)
    let isCut = findings.contains {
      if case .damaged(let part) = $0 { part.loss == .end } else { false }
    }
    if findings.isEmpty || isCut { return false }
    let messages = ReceivedMessage.joined(findings.map(ReceivedMessage.init)) { vault.keptParts() }
    for case .incomplete(let message) in messages {
      typed.endLine()
      context.say("\(message.what): paste more, or press Ctrl+D")
      return false
    }
    return true
  }
}
