internal import Codec
internal import Pad
internal import System

// Reading: locks are shared, nothing is repaired, nothing is synced.
extension Vault {
  /// Everybody, by name.
  package func contacts() throws(VaultError) -> [Contact] { try overview().contacts }

  /// Everybody, by name, and what is wrong with the first pad that cannot be read: a damaged one
  /// does not stand between the others and their messages.
  package func overview() throws(VaultError) -> (contacts: [Contact], damage: VaultError?) {
    let (summaries, damage) = try readAll()
    var pads: [String: [PadSummary]] = [:]
    for pad in summaries { pads[pad.contact, default: []].append(pad) }
    return (pads.keys.sorted().map { Contact(name: $0, pads: pads[$0]!) }, damage)
  }

  /// Everybody; throws where a pad cannot be read, since it does not say whose it is.
  func allContacts() throws(VaultError) -> [Contact] {
    let (contacts, damage) = try overview()
    if let damage { throw damage }
    return contacts
  }

  package func contact(_ name: String) throws(VaultError) -> Contact {
    let (contacts, damage) = try overview()
    if let found = contacts.first(where: { $0.name == name }) { return found }
    // A damaged pad does not say whose it is: it may be the one that was asked for.
    throw damage ?? .noContact(name)
  }

  /// Gives a contact another name: all of its pads, or none.
  package func rename(_ old: String, to new: String) throws(VaultError) {
    guard ContactName.isValid(new) else { throw .badName }
    // No pad for the new name comes into being meanwhile.
    let header = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    defer { withExtendedLifetime(header) {} }
    let contacts = try allContacts()
    guard let contact = contacts.first(where: { $0.name == old }) else { throw .noContact(old) }
    if contacts.contains(where: { $0.name == new }) { throw .nameTaken(new) }
    // One that cannot be changed is found before the first is.
    for summary in contact.pads { _ = try OpenPad.open(summary.id, of: self) }
    for summary in contact.pads {
      var pad = try OpenPad.open(summary.id, of: self)
      var record = pad.record
      record.contact = new
      try pad.commit(record)
    }
  }

  /// Accepts pads that were copied, restored or moved here; how many. Unless `isOnlyCopy` vouches
  /// that nothing was sent from another copy since, what they would send is closed for good.
  /// Damaged ones are left alone.
  package func adopt(isOnlyCopy: Bool) throws(VaultError) -> Int {
    var adopted = 0
    for id in try padIDs() {
      do throws(VaultError) {
        if try adopt(id, isOnlyCopy ? .isVouchedFor : .closesSending) { adopted += 1 }
      } catch {
        guard error.isOfOnePad else { throw error }
        environment.warn(error.description)
      }
    }
    return adopted
  }

  private func adopt(_ id: PadID, _ moved: MovedPad) throws(VaultError) -> Bool {
    let before = try read(id).binding
    let pad = try OpenPad.open(id, of: self, moved: moved)
    return pad.record.binding != before
  }

  /// All pads that can be read, oldest first.
  func summaries() throws(VaultError) -> [PadSummary] { try readAll().pads }

  /// All pads that can be read, oldest first, and the first damage among the others.
  func readAll() throws(VaultError) -> (pads: [PadSummary], damage: VaultError?) {
    var summaries: [PadSummary] = []
    var damage: VaultError?
    for id in try padIDs() {
      do throws(VaultError) { summaries.append(try summary(id)) } catch {
        guard error.isOfOnePad else { throw error }
        damage = damage ?? error
      }
    }
    return (summaries.sorted { $0.sequence < $1.sequence }, damage)
  }

  /// Pads that are complete: those with a state, but for what `forget` was stopped at.
  func padIDs() throws(VaultError) -> [PadID] {
    let names = try system { () throws(SystemError) in try storage.list(layout.pads) }
    let gone = (try? gone.ids()) ?? []
    var found: [PadID] = []
    for id in names.compactMap(PadID.init(hexadecimal:)) where !gone.contains(id) {
      try VaultFile.check(layout.pad(id), is: .directory, in: storage)
      if try hasState(id) { found.append(id) }
    }
    return found
  }

  /// Throws where the disk does not say: a pad without a state is removed as an aborted one.
  func hasState(_ id: PadID) throws(VaultError) -> Bool {
    try system { () throws(SystemError) in try storage.attributes(at: layout.state(id)) != nil }
  }

  private func summary(_ id: PadID) throws(VaultError) -> PadSummary {
    let record = try read(id)
    let path = layout.state(id)
    let standing = try system { () throws(SystemError) in try storage.attributes(at: path) }
    guard let standing else { throw .replaced(path: path) }
    let place = Binding(of: standing, machineID: environment.machineID)
    return PadSummary(id, record, isMoved: place != record.binding)
  }

  /// The record of a pad as its newest valid slot has it.
  func read(_ id: PadID) throws(VaultError) -> PadState.Record {
    try withState(of: id) { $0.record }
  }

  /// Lends the newest valid state of a pad.
  func withState<Result>(
    of id: PadID, _ body: (borrowing PadState) -> Result
  ) throws(VaultError) -> Result {
    let path = layout.state(id)
    let file = try VaultFile.open(path, lock: .shared, in: environment)
    try StateSlot.checkSize(of: file)
    if let state = try agreedState(file, id) { return body(state) }
    let bytes = try system { () throws(SystemError) in
      try VaultFile.read(2 * StateSlot.byteCount, of: file)
    }
    let recovery = try StateRecovery(bytes, id: id, path: path, rootKey: rootKey, in: environment)
    return body(recovery.takeState())
  }

  /// What slot 0 holds, where both slots claim its generation, as they do between changes: then slot
  /// 1 adds nothing, and only so much is read as was written. Nil where they differ, or where slot 0
  /// does not open.
  private func agreedState(_ file: any StoredFile, _ id: PadID) throws(VaultError) -> PadState? {
    let heads = try system { () throws(SystemError) in
      [
        try VaultFile.read(StateSlot.headBytes, of: file),
        try VaultFile.read(StateSlot.headBytes, of: file, at: StateSlot.byteCount),
      ].map { StateSlot.Head($0.span) }
    }
    guard let first = heads[0], first.generation == heads[1]?.generation else { return nil }
    let slot = try system { () throws(SystemError) in
      try VaultFile.read(first.slotBytes, of: file)
    }
    do throws(StateSlot.NewerVersion) {
      let opened = try StateSlot.open(
        slot.span, slot: 0, id: id, rootKey: rootKey, in: environment)
      guard let opened = consume opened else { return nil }
      return opened.state
    } catch { throw .newerVersion(path: file.path) }
  }
}
