// Invariant 1, after a restored backup: what shows of one pad that the vault went back in time shows
// it of all that were shared with the same person then (vault.md, "Time travel and twins"). The pad
// that shows it is closed first, durably, and remembers that the others are still to be closed:
// whoever changes anything of the contact does that first.
internal import Pad
internal import System

extension Vault {
  /// Closes for sending what has to be closed with a pad that was: of one contact, or of all. Also
  /// makes durable what is kept outside the vault against a pad; where `evenMoved`, also of one that
  /// was copied, restored or moved here, which is adopted and closed by that.
  ///
  /// A pad that cannot be read may be one of them, and keeps this from its end: it is put right or
  /// forgotten before the sign goes or a new pad comes, where `isRequired`.
  package func finishClosings(
    of name: String? = nil, evenMoved: Bool = false, isRequired: Bool = false
  ) throws(VaultError) {
    guard try !unfinishedClosings(of: name, evenMoved: evenMoved).isEmpty else { return }
    // A change of name on its way would hide some of the pads.
    let header = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    defer { withExtendedLifetime(header) {} }
    try finishClosingsLocked(of: name, evenMoved: evenMoved, isRequired: isRequired)
  }

  /// The same for who holds the vault's lock.
  func finishClosingsLocked(
    of name: String? = nil, evenMoved: Bool = false, isRequired: Bool = false
  ) throws(VaultError) {
    for (pad, contact) in try unfinishedClosings(of: name, evenMoved: evenMoved) {
      let damage = try closeOthers(than: pad, of: contact)
      if isRequired, let damage { throw damage }
    }
  }

  private func unfinishedClosings(
    of name: String?, evenMoved: Bool
  ) throws(VaultError) -> [(PadSummary, Contact)] {
    try contacts().filter { name == nil || $0.name == name }.flatMap { contact in
      contact.pads.filter { pad in
        pad.closesOthers && (!pad.isMoved || evenMoved)
      }.map { ($0, contact) }
    }
  }

  /// Answers what keeps some of them from being closed: one that cannot be read now can be put right
  /// later, and would send then.
  private func closeOthers(
    than pad: PadSummary, of contact: Contact
  ) throws(VaultError) -> VaultError? {
    // What is kept outside is heard, and remembered as still to be done, by opening.
    let record = try OpenPad.open(pad.id, of: self, moved: .closesSending).record
    guard record.closesOthers, let closure = record.closure else { return nil }
    var damage = try overview().damage
    for other in contact.pads where other.id != pad.id {
      do throws(VaultError) {
        var open = try OpenPad.open(other.id, of: self, moved: .closesSending)
        try open.close(closure)
      } catch {
        guard error.isOfOnePad else { throw error }
        environment.warn(error.description)
        damage = damage ?? error
      }
    }
    if let damage { return damage }
    var open = try OpenPad.open(pad.id, of: self, moved: .closesSending)
    try open.othersAreClosed()
    return nil
  }
}
