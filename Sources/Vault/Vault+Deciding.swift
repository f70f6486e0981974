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

  /// The vault's lock, where nobody has it.
  func lockIfFree() -> (any StoredFile)? {
    guard let header = try? storage.open(layout.header, writable: true),
      (try? header.tryLock(.exclusive)) == true
    else { return nil }
    return header
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
    _ id: PadID, moved: MovedPad = .isRefused, following: Decisions? = nil
  ) throws(VaultError) -> OpenPad {
    var decisions = following
    while true {
      switch try OpenPad.open(id, of: self, moved: moved, following: decisions) {
      case .opened(let pad): return pad
      case .undecided(let closure): decisions = try decide(closure, for: id)
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
      if let witness = contact.witness { try close(witness.id, for: .vaultIsOlder) }
    }
  }

  /// The same for who holds the vault's lock.
  func hearWitnessesLocked(of name: String) throws(VaultError) {
    guard let contact = try contacts().first(where: { $0.name == name }),
      let witness = contact.witness
    else { return }
    let decisions = try decide(.vaultIsOlder, for: witness.id)
    for pad in contact.pads { try follow(pad.id, decisions) }
  }

  /// Makes durable what was decided, and with it this. The caller holds the vault's lock.
  private func decide(
    _ closure: SendingClosure?, for id: PadID
  ) throws(VaultError) -> Decisions {
    var decisions = try decisions()
    if let closure {
      let newest = try summaries().map(\.sequence).max() ?? 0
      try decisions.close(contactName(of: id), newest: newest, for: closure)
      try keep(decisions)
    } else {
      try keepAgain(decisions)
    }
    return decisions
  }

  /// Has the contact's pads closed in their own states too. One that cannot be opened now is closed
  /// when it can.
  func follow(_ name: String) throws(VaultError) {
    for pad in try contact(name).pads {
      try heedingDamage { () throws(VaultError) in _ = try openPad(pad.id) }
    }
  }

  private func follow(_ id: PadID, _ decisions: Decisions) throws(VaultError) {
    try heedingDamage { () throws(VaultError) in
      _ = try openPadLocked(id, following: decisions)
    }
  }

  private func heedingDamage(_ change: () throws(VaultError) -> Void) throws(VaultError) {
    do throws(VaultError) { try change() } catch {
      if case .moved = error { return }
      guard error.isOfOnePad else { throw error }
      environment.warn(error.description)
    }
  }

  // MARK: Where it stands

  /// What was decided; nothing where there is no file.
  func decisions() throws(VaultError) -> Decisions {
    let path = layout.decisions
    try VaultFile.check(path, is: .regular, in: storage)
    // Replaced as a whole and never removed: without a lock, it is what was decided before or after.
    let bytes = try system { () throws(SystemError) -> [UInt8]? in
      if try storage.attributes(at: path) == nil { return nil }
      let file = try storage.open(path, writable: false)
      let size = try file.attributes().size
      return size > Decisions.mostBytes ? [] : try VaultFile.read(size, of: file)
    }
    guard let bytes else { return Decisions() }
    switch Decisions.read(bytes, of: id, rootKey: rootKey) {
    case .decisions(let decisions): return decisions
    case .damaged: throw .decisionsDamaged(path: path)
    case .newer: throw .newerVersion(path: path)
    }
  }

  /// Makes it durable. The caller holds the vault's lock.
  func keep(_ decisions: Decisions) throws(VaultError) {
    let new = layout.decisions + ".new"
    try VaultFile.check(new, is: .regular, in: storage)
    let bytes = decisions.sealed(for: id, rootKey: rootKey, randomness: environment.randomness)
    try environment.step(.decision) { () throws(VaultError) in
      try system { () throws(SystemError) in
        if try storage.attributes(at: new) != nil { try storage.remove(new) }
        let file = try storage.create(new)
        try file.write(bytes.span, at: 0)
        try environment.step(.decisionSync) { () throws(SystemError) in try file.sync() }
        try storage.rename(new, to: layout.decisions)
        try environment.step(.decisionSync) { () throws(SystemError) in
          try storage.syncDirectory(layout.directory)
        }
      }
    }
  }

  /// The same for what stands there already: after a kill or a failed sync the cache shows what the
  /// medium may lack.
  func keepAgain(_ decisions: Decisions) throws(VaultError) {
    try environment.step(.decisionAgain) { () throws(VaultError) in try keep(decisions) }
  }
}
