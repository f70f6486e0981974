// Invariants 1 and 2. The order is that of vernam-vault(5), "To send": read and verify the slice,
// make the mark durable in one slot, encrypt, wipe, renew the other slot, and only then release.
package import Codec
internal import Pad
package import System

extension Vault {
  /// A message that may be released: the chunks that it used are durably spent.
  package struct Sent {
    package let packet: any ByteSource
    /// The packet in the outbox; nil if it was not sent there.
    package let entry: OutboxEntry?
    /// The contact as it is now.
    package let contact: Contact
    /// The number of the message, from 1 on each pad: the other end names it so if it does not come.
    package let number: Int
  }

  /// Encrypts a message with the pad that `Contact.sendingPad` chooses, or with another one if that
  /// turns out to be damaged.
  package func send(
    _ kind: BodyHead.Kind, _ content: any ByteSource, to contact: Contact,
    in target: SendTarget = .memory
  ) throws(VaultError) -> Sent {
    if target.isOutbox { try checkOutbox(of: contact, for: content.count) }
    var contact = contact
    var damaged: Set<PadID> = []
    while true {
      let pad = try contact.sendingPad(kind, contentBytes: content.count, without: damaged)
      do throws(VaultError) {
        let (sealed, record) = try send(kind, content, on: pad.id, to: target)
        if sealed.needsRepair { _ = try? OpenPad.open(pad.id, of: self) }
        return Sent(
          packet: sealed.source, entry: target.isOutbox ? sealed.entry : nil,
          contact: contact.after(record, on: pad.id), number: record.sentCount)
      } catch {
        switch error {
        case _ where error.isOfOnePad:
          damaged.insert(pad.id)
          let other = try? contact.sendingPad(kind, contentBytes: content.count, without: damaged)
          if other == nil { throw error.of(contact.name) }
          environment.warn(.padPassedOver(error.of(contact.name)))
        case .spentInVain:
          // Opening finishes what it left, now rather than with the next command.
          _ = try? OpenPad.open(pad.id, of: self, isReported: true)
          throw error
        default: contact = try changed(contact, pad.id, after: error)
        }
      }
    }
  }

  /// Encrypts with one pad, which is locked meanwhile. Returns its record afterwards, too.
  private func send(
    _ kind: BodyHead.Kind, _ content: any ByteSource, on id: PadID, to target: SendTarget
  ) throws(VaultError) -> (SealedPacket, PadState.Record) {
    var pad = try OpenPad.open(id, of: self)
    return (try pad.send(kind, content, to: target), pad.record)
  }

  /// The contact as it is now, if another process meanwhile used the last room of a pad or forgot
  /// it: another pad may do. Throws the error otherwise.
  private func changed(
    _ contact: Contact, _ pad: PadID, after error: VaultError
  ) throws(VaultError) -> Contact {
    let isStale =
      switch error {
      case .notEnoughPad: true
      case .system(let error):
        error.code == SystemError.notFound && error.path == layout.state(pad)
      default: false
      }
    guard isStale else { throw error.of(contact.name) }
    guard let now = try self.contact(contact.id) else { throw .noContact(contact.name) }
    return now
  }

  /// The packet that tells the other end of a new pad that this end holds it.
  package func hello(pad id: PadID) throws(VaultError) -> [UInt8] {
    var open = try OpenPad.open(id, of: self)
    let packet = try open.send(.hello, SecretSource(SecretBytes(count: 0)), to: .memory).source
    return try system(packet.bytes(0..<packet.count))
  }
}
