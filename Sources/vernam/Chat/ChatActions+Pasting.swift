internal import Codec
internal import Exchange
internal import System
internal import Vault
internal import Wording

extension ChatActions {
  private static let elsewhere = "run \"vernam decrypt\" in another terminal"

  /// Reads messages that came another way: from `text`, or from the clipboard. They are shown as if
  /// they had come over the connection; a file is saved at once.
  func paste(_ text: String?) throws {
    let input = MessageInput(vault: vault, context: context)
    let messages: [ReceivedMessage]
    if let text {
      let found = input.find(in: Array(text.utf8))
      messages = ReceivedMessage.joined(found) { vault.keptParts() }
    } else {
      do { messages = try input.pasted() } catch {
        var failure = Failure(error)
        failure.hint = "paste the message here"
        throw failure
      }
    }
    var failure: (any Error)?
    for message in messages {
      do { try read(message) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private func read(_ message: ReceivedMessage) throws {
    switch message {
    case .found(let found):
      try read(found.packet)
      // What an earlier command kept of it is no longer needed.
      try? vault.drop(found.pieces)
    case .incomplete(let message):
      throw Failure(
        message.what, hint: "paste all parts together, in any order", code: .badData)
    case .unreadable(let error): throw error
    }
  }

  private func read(_ packet: any ByteSource) throws {
    let sink = interface.sink()
    do throws(VaultError) { conversation.tell(try conversation.receive(packet, by: sink)) } catch {
      guard let message = sink.putOff else {
        if case .foreign = error { throw foreign }
        throw error
      }
      guard case .file = message.head.kind else {
        throw Failure(
          "this text is too long for a chat", hint: "\(ChatActions.elsewhere), with -o FILE",
          code: .badData)
      }
      let report = try deliver(
        as: nil, ifTaken: "move that file away, and try again",
        ifUnusable: "\(ChatActions.elsewhere), with -o FILE"
      ) {
        delivery throws(VaultError) in try conversation.receive(packet, by: delivery)
      }
      if let report { conversation.tell(report) }
    }
  }

  private var foreign: Failure {
    Failure(
      "this message is not from \(conversation.contact.name)", hint: ChatActions.elsewhere,
      code: .badData)
  }
}
