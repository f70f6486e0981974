// Invariants 1 and 2. The order is that of vernam-vault(5), "To send": read and verify the slice,
// make the mark durable in one slot, encrypt, wipe, renew the other slot, and only then release.
package import Codec
internal import Pad
package import System

extension Vault {
  /// A message that may be released: the chunks that it used are durably spent.
  package struct Sent {
    package let packet: any ByteSource
    /// The contact as it is now.
    package let contact: Contact
  }

  /// Encrypts a message. The packet goes into `file` if one is given, which must be empty and which
  /// nobody else reads yet.
  package func send(
    _ kind: BodyHead.Kind, _ content: any ByteSource, to contact: Contact,
    in file: (any StoredFile)? = nil
  ) throws(VaultError) -> Sent {
    var contact = contact
    var damaged: Set<PadID> = []
    while true {
      let pad = try contact.sendingPad(kind, contentBytes: content.count, without: damaged)
      do throws(VaultError) {
        var open = try OpenPad.open(pad.id, of: self)
        let packet = try open.send(kind, content, in: file)
        return Sent(packet: packet, contact: contact.after(open.record, on: pad.id))
      } catch {
        switch error {
        case _ where error.isOfOnePad:
          damaged.insert(pad.id)
          let other = try? contact.sendingPad(kind, contentBytes: content.count, without: damaged)
          if other == nil { throw error.of(contact.name) }
          environment.warn(.padPassedOver(error.of(contact.name)))
        case .spentInVain:
          // Opening finishes what it left, now rather than with the next command.
          _ = try? OpenPad.open(pad.id, of: self)
          throw error
        default: contact = try changed(contact, pad.id, after: error)
        }
      }
    }
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
    let packet = try open.send(.hello, SecretSource(SecretBytes(count: 0)), in: nil)
    return try system(packet.bytes(0..<packet.count))
  }
}
