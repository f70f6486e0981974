// Invariant 1, after a restored backup: what shows of one pad that the vault went back in time shows
// it of all that were shared with the same person then (vault.md, "Time travel and twins"). The pad
// that shows it is closed first, durably, and remembers that the others are still to be closed:
// whoever changes anything of the contact does that first.
internal import Pad

extension Vault {
  /// Closes for sending what has to be closed with a pad that was: of one contact, or of all. Also
  /// makes durable what is kept outside the vault against a pad; where `evenMoved`, also of one that
  /// was copied, restored or moved here, which is adopted and closed by that.
  package func finishClosings(
    of name: String? = nil, evenMoved: Bool = false
  ) throws(VaultError) {
    for contact in try contacts() where name == nil || contact.name == name {
      for pad in contact.pads where pad.closesOthers {
        if pad.isMoved, pad.closure == nil, !evenMoved { continue }
        try closeOthers(than: pad, of: contact)
      }
    }
  }

  private func closeOthers(than pad: PadSummary, of contact: Contact) throws(VaultError) {
    // What is kept outside is heard, and remembered as still to be done, by opening.
    let record = try OpenPad.open(pad.id, of: self, moved: .closesSending).record
    guard record.closesOthers, let closure = record.closure else { return }
    for other in contact.pads where other.id != pad.id {
      do throws(VaultError) {
        var open = try OpenPad.open(other.id, of: self, moved: .closesSending)
        try open.close(closure)
      } catch {
        // What is damaged sends nothing.
        guard error.isOfOnePad else { throw error }
        environment.warn(error.description)
      }
    }
    var open = try OpenPad.open(pad.id, of: self, moved: .closesSending)
    try open.othersAreClosed()
  }
}
