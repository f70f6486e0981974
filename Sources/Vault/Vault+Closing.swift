// Invariant 1, after a restored backup: what shows of one pad that the vault went back in time shows
// it of all that were shared with the same person then (vault.md, "Time travel and twins").
internal import Pad

extension Vault {
  /// Opens a pad for a change. Where what is kept outside the vault says that the pad is older, the
  /// contact's others are closed for sending first: opening this one closes it, and takes the sign
  /// away.
  func openForChange(_ id: PadID) throws(VaultError) -> OpenPad {
    let pad = try summary(id)
    if pad.closure == nil, pad.standingClosure == .vaultIsOlder {
      try closeSending(to: pad.contact, .vaultIsOlder, last: id)
    }
    return try OpenPad.open(id, of: self)
  }

  /// Makes durable what is kept outside the vault against a contact's pads.
  package func closeWhatIsOlder(for name: String) throws(VaultError) {
    for pad in try contact(name).pads where pad.closure == nil && !pad.isMoved {
      if pad.standingClosure == .vaultIsOlder { _ = try openForChange(pad.id) }
    }
  }

  /// Closes every pad shared with a contact, durably, and at the end the one that showed why: cut
  /// short before that, it shows it again.
  func closeSending(
    to name: String, _ closure: SendingClosure, last id: PadID
  ) throws(VaultError) {
    let others = try contact(name).pads.map(\.id).filter { $0 != id }
    for other in others + [id] {
      do throws(VaultError) {
        var pad = try OpenPad.open(other, of: self)
        try pad.close(closure)
      } catch {
        // What is damaged or was moved sends nothing; `sendingPad` sees to the latter.
        guard other != id, error.isOfOnePad || error == .moved(contact: name) else { throw error }
      }
    }
  }
}
