internal import Codec
internal import Exchange
internal import Pad
internal import Vault
internal import Wording

/// Text that a person pasted, with messages in it; none of it is secret.
struct PastedText: Sendable {
  private let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// Reads all messages in it that are from `name`; throws the first failure once all were tried.
  func read(in vault: Vault, from name: String, by sink: () -> ChatSink) throws {
    let findings = complete(Armor.read(text.span), vault)
    if findings.isEmpty { throw nothing }
    var failure: (any Error)?
    for finding in findings {
      do { try read(finding, vault, name, sink()) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private var nothing: Problem {
    Problem(
      "There is no vernam message in what you copied",
      hint: "copy all of it, from \"This is a vernam message\" to \"End of vernam message\"")
  }

  /// Completes messages with the parts that were pasted before.
  private func complete(_ findings: [ArmorFinding], _ vault: Vault) -> [ArmorFinding] {
    let lacking = findings.enumerated().compactMap { position, finding in
      if case .incomplete(let message) = finding, !message.found.isEmpty {
        (position, message)
      } else {
        nil
      }
    }
    if lacking.isEmpty { return findings }
    let joined = IncompleteMessage.joined(lacking, completing: vault.keptParts()).map(\.finding)
    return joined
      + findings.filter {
        if case .incomplete(let message) = $0 { message.found.isEmpty } else { true }
      }
  }

  private func read(
    _ finding: ArmorFinding, _ vault: Vault, _ name: String, _ sink: ChatSink
  ) throws {
    switch finding {
    case .packet(let packet):
      try read(packet, vault, name, sink)
      // What was kept of it is no longer needed.
      try? vault.drop(packet.pieces)
    case .incomplete(let message):
      let isKept = try vault.keep([message]) == [true]
      throw Problem(
        message.what,
        hint: isKept
          ? "paste the rest when it comes: vernam keeps this" : "paste all parts together")
    case .damaged(let part): throw Problem(part.what, hint: part.hint)
    }
  }

  private func read(
    _ packet: ArmoredPacket, _ vault: Vault, _ name: String, _ sink: ChatSink
  ) throws {
    do throws(VaultError) { _ = try vault.receive(MemoryBytes(packet.bytes), by: sink) } catch {
      if sink.putOff != nil {
        throw Problem(
          "\(name) sent a file or a very long text, and this window shows neither",
          hint: "it stays unread: save it with \"vernam decrypt\"")
      }
      if case .foreign = error {
        throw Problem(
          "This message is not from \(name)",
          hint: "if it is for you, open the conversation with the person who sent it")
      }
      throw error
    }
  }
}
