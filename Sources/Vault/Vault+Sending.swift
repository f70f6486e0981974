// Invariants 1 and 2. The order is that of vault.md, "Send": read and verify the slice, make the
// mark durable in one slot, encrypt, wipe, renew the other slot, and only then let go.
package import Codec
package import Pad
package import System

extension Vault {
  /// What a message costs, and what is left when it is sent.
  package struct Price: Sendable {
    /// The pad that it would be sent with.
    package let pad: PadSummary
    /// Bytes of pad that it takes.
    package let bytes: Int
  }

  /// What it costs to send a message to a contact now; throws why it cannot be sent.
  @discardableResult
  package func price(
    _ kind: BodyHead.Kind = .text, contentBytes: Int, to name: String
  ) throws(VaultError) -> Price {
    let pad = try sendingPad(for: contact(name), kind, contentBytes: contentBytes)
    return Price(pad: pad, bytes: pad.cost(kind, contentBytes: contentBytes))
  }

  /// Encrypts a message. What is returned may be released: the chunks it used are durably spent. It
  /// stands in `file` where one is given, which is empty and is read by nobody else yet.
  package func send(
    _ kind: BodyHead.Kind, _ content: any ByteSource, to name: String,
    in file: (any StoredFile)? = nil
  ) throws(VaultError) -> any ByteSource {
    try hearWitnesses(of: name)
    var damaged: [PadID] = []
    while true {
      let contact = try contact(name).without(damaged)
      let pad = try sendingPad(for: contact, kind, contentBytes: content.count)
      do throws(VaultError) {
        var open = try openPad(pad.id)
        return try open.send(kind, content, in: file)
      } catch {
        switch error {
        // Another process took the last room of this pad meanwhile: the next one may do.
        case .notEnoughPad: continue
        case .padDamaged where contact.pads.count > 1:
          environment.warn(error.description)
          damaged.append(pad.id)
        case .spentInVain:
          // What it left is finished now rather than by the next command: opening does that.
          _ = try? openPad(pad.id)
          throw error
        default:
          // It was forgotten meanwhile.
          if try !isHeld(pad.id) { continue }
          throw error
        }
      }
    }
  }

  /// The same for what fits memory.
  package func send(
    _ kind: BodyHead.Kind, _ content: borrowing SecretBytes, to name: String
  ) throws(VaultError) -> [UInt8] {
    let source = SecretSource(content.withBytes { SecretBytes(copying: $0) })
    return try bytes(of: send(kind, source, to: name))
  }

  /// The packet that tells the other end of a new pad that this end holds it.
  package func hello(pad id: PadID) throws(VaultError) -> [UInt8] {
    var open = try openPad(id)
    return try bytes(of: open.send(.hello, SecretSource(SecretBytes(count: 0)), in: nil))
  }

  private func bytes(of packet: any ByteSource) throws(VaultError) -> [UInt8] {
    try system { () throws(SystemError) in try packet.bytes(0..<packet.count) }
  }

  /// The oldest pad that is confirmed, open for sending, and has room. But the first messages after
  /// a pad was taken go out on it: until the giver hears one it cannot send on that pad, and while
  /// older ones have room it would hear none. One that was copied, restored or moved stops all: what
  /// it would tell of the vault is told of the others too.
  private func sendingPad(
    for contact: Contact, _ kind: BodyHead.Kind, contentBytes: Int
  ) throws(VaultError) -> PadSummary {
    let confirmed = contact.pads.filter(\.isConfirmed)
    guard let last = confirmed.last else { throw .waitingForPeer(contact.name) }
    let isOpen = contact.pads.contains { $0.closure == nil }
    if isOpen, contact.pads.contains(where: \.isMoved) { throw .moved(contact: contact.name) }
    let usable = confirmed.filter { $0.standingClosure == nil }
    guard let largest = usable.max(by: { $0.send.left < $1.send.left }) else {
      throw .sendingClosed(contact.name, last.standingClosure!)
    }
    let fitting = usable.filter { $0.send.left >= $0.cost(kind, contentBytes: contentBytes) }
    let unheard = fitting.filter { $0.unheard != nil }.min { $0.unheard! < $1.unheard! }
    guard let chosen = unheard ?? fitting.first else {
      let waiting = contact.pads.filter(\.isWaiting)
      if waiting.contains(where: { $0.send.left >= $0.cost(kind, contentBytes: contentBytes) }) {
        throw .newPadWaits(contact.name, left: largest.send.left)
      }
      throw .notEnoughPad(
        contact.name, left: largest.send.left,
        needed: largest.cost(kind, contentBytes: contentBytes), pads: usable.count)
    }
    return chosen
  }
}
