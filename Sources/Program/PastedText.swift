internal import Codec
internal import Exchange
internal import Pad
internal import Vault
internal import Wording

/// Text with messages in it, pasted or scanned by the camera; none of it is secret.
struct PastedText: Sendable {
  /// A message that stays unread until the person saves it.
  struct File: Sendable {
    let message: Incoming
    let packet: [UInt8]
  }

  /// What became of the messages.
  struct Outcome: Sendable {
    var reports: [ReadReport] = []
    var files: [File] = []
    /// The first failure.
    var failure: (any Error)?
  }

  private let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// Tries all messages in it; reads those that belong to the conversation.
  func read(
    in vault: Vault, for conversation: Conversation, by sink: () -> ChatSink
  ) -> Outcome {
    let findings = findings(vault)
    var outcome = Outcome()
    if findings.isEmpty { outcome.failure = PastedText.nothing }
    for finding in findings {
      do { try read(finding, vault, conversation, sink(), &outcome) } catch {
        outcome.failure = outcome.failure ?? error
      }
    }
    return outcome
  }

  /// The person who wrote the first message in it that can be read here; nothing is used up.
  func sender(in vault: Vault) throws -> String {
    let findings = findings(vault)
    var failure: any Error = PastedText.nothing
    for case .packet(let packet) in findings {
      let sink = SenderSink()
      do throws(VaultError) { _ = try vault.receive(MemoryBytes(packet.bytes), by: sink) } catch {
        if let sender = sink.sender { return sender }
        failure = error
      }
    }
    for case .damaged(let part) in findings { failure = Problem(part.what, hint: part.hint) }
    for case .incomplete(let message) in findings { failure = try keep(message, vault) }
    throw failure
  }

  private static let nothing = Problem(
    "There is no vernam message in what you copied",
    hint: "copy all of it, from \"This is a vernam message\" to \"End of vernam message\"")

  /// Messages are completed with parts that were pasted before.
  private func findings(_ vault: Vault) -> [ArmorFinding] {
    IncompleteMessage.joined(
      Armor.read(text.span),
      incomplete: { if case .incomplete(let message) = $0 { message } else { nil } },
      completing: { vault.keptParts() }, { $0 })
  }

  private func read(
    _ finding: ArmorFinding, _ vault: Vault, _ conversation: Conversation,
    _ sink: ChatSink, _ outcome: inout Outcome
  ) throws {
    switch finding {
    case .packet(let packet):
      try read(packet, conversation, sink, &outcome)
      // What was kept of it is no longer needed.
      try? vault.drop(packet.pieces)
    case .incomplete(let message): throw try keep(message, vault)
    case .damaged(let part): throw Problem(part.what, hint: part.hint)
    }
  }

  /// Keeps the parts for the next time; returns what to say.
  private func keep(_ message: IncompleteMessage, _ vault: Vault) throws(VaultError) -> Problem {
    let isKept = try vault.keep([message]) == [true]
    return Problem(
      message.what,
      hint: isKept ? "paste the rest when it comes: vernam keeps this" : "paste all parts together")
  }

  private func read(
    _ packet: ArmoredPacket, _ conversation: Conversation, _ sink: ChatSink,
    _ outcome: inout Outcome
  ) throws {
    do throws(VaultError) {
      outcome.reports.append(try conversation.receive(MemoryBytes(packet.bytes), by: sink))
    } catch {
      if let message = sink.putOff {
        outcome.files.append(File(message: message, packet: packet.bytes))
      } else if case .foreign = error {
        throw Problem(
          "This message is not from \(conversation.contact.name)",
          hint: "if it is for you, open the conversation with the person who sent it")
      } else {
        throw error
      }
    }
  }
}

/// Finds out whose message it is, and leaves it unread.
private final class SenderSink: MessageSink {
  let takesUnknownKinds = true
  private(set) var sender: String?

  func begin(_ message: Incoming) throws(VaultError) {
    sender = message.contact
    throw .foreign
  }

  func take(_ piece: Span<UInt8>) {}
  func deliver() {}
  func discard() {}
}
