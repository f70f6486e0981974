// Invariant 1, after a restored backup: what shows of one pad that the vault went back in time shows
// it of all that were shared with the same person then. That they send no more is decided first,
// durably (`Decisions`); only then the pad changes that shows it.
internal import Pad
internal import System

extension Vault {
  /// Runs something with the vault's lock. Who has it may take that of a pad; never the other way.
  func locked<Result: ~Copyable>(
    _ body: () throws(VaultError) -> Result
  ) throws(VaultError) -> Result {
    let header = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    defer { withExtendedLifetime(header) {} }
    return try body()
  }

  // MARK: Opening a pad

  /// Opens a pad for a change, as was decided for it and its contact's others. Takes the vault's lock
  /// where something has to be decided first.
  func openPad(
    _ id: PadID, moved: MovedPad = .isRefused
  ) throws(VaultError) -> OpenPad {
    if case .opened(let pad) = try OpenPad.open(id, of: self, moved: moved) { return pad }
    return try locked { () throws(VaultError) in try openPadLocked(id, moved: moved) }
  }

  /// The same for who holds the vault's lock.
  func openPadLocked(
    _ id: PadID, moved: MovedPad = .isRefused
  ) throws(VaultError) -> OpenPad {
    var decisions: Decisions?
    while true {
      let opening = try OpenPad.open(id, of: self, moved: moved, following: decisions)
      switch consume opening {
      case .opened(let pad): return pad
      case .undecided(let closure, let followed):
        decisions = try decide(closure, for: id, following: followed)
      }
    }
  }

  // MARK: Deciding

  /// Closes for sending, for good, what is shared with the contact whose pad this is.
  func close(_ id: PadID, for closure: SendingClosure) throws(VaultError) {
    try locked { () throws(VaultError) in _ = try decide(closure, for: id) }
    try follow(contactName(of: id))
  }

  /// Hears what is kept outside the vault against pads of one contact, or of all.
  package func hearWitnesses(of name: String? = nil) throws(VaultError) {
    for contact in try contacts() where name == nil || contact.name == name {
      try hearWitnesses(of: contact) { id throws(VaultError) in
        try close(id, for: .vaultIsOlder)
      }
    }
  }

  /// The same for who holds the vault's lock.
  func hearWitnessesLocked(of name: String) throws(VaultError) {
    guard let contact = try contacts().first(where: { $0.name == name }) else { return }
    try hearWitnesses(of: contact) { id throws(VaultError) in
      _ = try decide(.vaultIsOlder, for: id)
    }
  }

  private func hearWitnesses(
    of contact: Contact, _ decide: (PadID) throws(VaultError) -> Void
  ) throws(VaultError) {
    _ = try decisions()
    for pad in contact.pads where !pad.isMoved {
      // One that cannot be read may speak: it stops what would be sent with the others, too.
      _ = try generationOutside(pad.id)
      if pad.isWitness { try decide(pad.id) }
    }
  }

  /// Makes durable what was decided, and with it this: why the contact's pads are closed whose one
  /// this is. The caller holds the vault's lock.
  private func decide(
    _ closure: SendingClosure?, for id: PadID, following: Int = 0
  ) throws(VaultError) -> Decisions {
    var decisions = try decisions()
    guard let closure else {
      try keepAgain(decisions)
      return decisions
    }
    let (contacts, followed) = (try contacts(), max(following, try lastFollowed()))
    // Where `decisions` itself went back, what it said of anybody may be lost.
    let names =
      followed > decisions.last ? contacts.map(\.name) : [try contactName(of: id)]
    for name in names { decisions.close(name, for: closure, after: followed) }
    if let outside = try generationOutside(id) { decisions.hear(outside, of: id) }
    try keep(decisions)
    return decisions
  }

  /// The number of the last decision that any pad is known to follow: greater than all that are known
  /// where `decisions` went back in time by itself.
  func lastFollowed() throws(VaultError) -> Int { try summaries().map(\.followed).max() ?? 0 }

  /// Has the contact's pads follow in their own states too. One that does not now does so when it is
  /// opened.
  func follow(_ name: String) throws(VaultError) {
    for pad in try contact(name).pads {
      do throws(VaultError) { _ = try openPad(pad.id) } catch {
        if case .moved = error { continue }
        environment.warn(error.description)
      }
    }
  }

  /// Whether what is kept outside, or the pad itself, says that the vault went back in time.
  func isWitness(
    _ id: PadID, _ record: PadState.Record, _ generation: UInt64, _ decisions: Decisions
  ) throws(VaultError) -> Bool {
    let outside = try generationOutside(id)
    return decisions.areContradicted(by: record, generation, outside: outside, of: id)
  }
}
