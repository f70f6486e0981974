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
  package func finishClosings(
    of name: String? = nil, evenMoved: Bool = false
  ) throws(VaultError) {
    guard try !unfinishedClosings(of: name, evenMoved: evenMoved).isEmpty else { return }
    // A change of name on its way would hide some of the pads.
    let header = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    defer { withExtendedLifetime(header) {} }
    try finishClosingsLocked(of: name, evenMoved: evenMoved)
  }

  /// The same for who holds the vault's lock.
  func finishClosingsLocked(
    of name: String? = nil, evenMoved: Bool = false
  ) throws(VaultError) {
    for (pad, contact) in try unfinishedClosings(of: name, evenMoved: evenMoved) {
      try closeOthers(than: pad, of: contact)
    }
  }

  /// Throws where a pad still has others of its contact to close, since one cannot be read: it may
  /// be the contact's, and is put right or forgotten before the sign goes or a new pad comes.
  func expectClosingsFinished(of name: String) throws(VaultError) {
    let (contacts, damage) = try overview()
    let contact = contacts.first { $0.name == name }
    guard let damage, let contact, contact.pads.contains(where: \.closesOthers) else { return }
    throw damage
  }

  private func unfinishedClosings(
    of name: String?, evenMoved: Bool
  ) throws(VaultError) -> [(PadSummary, Contact)] {
    try contacts().filter { name == nil || $0.name == name }.flatMap { contact in
      contact.pads.filter { pad in
        pad.closesOthers && (!pad.isMoved || pad.closure != nil || evenMoved)
      }.map { ($0, contact) }
    }
  }

  private func closeOthers(than pad: PadSummary, of contact: Contact) throws(VaultError) {
    // What is kept outside is heard, and remembered as still to be done, by opening.
    let record = try OpenPad.open(pad.id, of: self, moved: .closesSending).record
    guard record.closesOthers, let closure = record.closure else { return }
    // One that cannot be read now can be put right later, and would send then.
    var isDone = try overview().damage == nil
    for other in contact.pads where other.id != pad.id {
      do throws(VaultError) {
        var open = try OpenPad.open(other.id, of: self, moved: .closesSending)
        try open.close(closure)
      } catch {
        guard error.isOfOnePad else { throw error }
        environment.warn(error.description)
        isDone = false
      }
    }
    guard isDone else { return }
    var open = try OpenPad.open(pad.id, of: self, moved: .closesSending)
    try open.othersAreClosed()
  }
}
