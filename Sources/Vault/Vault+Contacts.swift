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

  /// Gives a contact another name; `merging` with one who has it already makes them one. All pads
  /// have it from the moment on at which it is decided.
  package func rename(
    _ old: String, to new: String, merging: Bool = false
  ) throws(VaultError) {
    guard ContactName.isValid(new) else { throw .badName }
    // No pad for the new name comes into being meanwhile.
    try locked { () throws(VaultError) in
      for name in [old, new] { try hearWitnessesLocked(of: name) }
      let contacts = try allContacts()
      if !contacts.contains(where: { $0.name == old }) { throw .noContact(old) }
      var decisions = try decisions()
      let isTaken = contacts.contains { $0.name == new }
      // Whoever had the name may be the same person, whose pads are away or forgotten.
      let wasClosed = decisions.haveClosed(new)
      if merging, !isTaken, !wasClosed { throw .noContact(new) }
      if !merging, isTaken || wasClosed { throw isTaken ? .nameTaken(new) : .nameClosed(new) }
      let pads = contacts.filter { [old, new].contains($0.name) }.flatMap(\.pads)
      // The one that it is a copy of would be told that it is older.
      if pads.contains(where: \.isMoved) { throw .moved(contact: old) }
      if merging {
        // One that is closed may be away.
        let closure = pads.compactMap(\.standingClosure).first
        decisions.unite(old, new, closedFor: closure, environment.randomness)
      }
      decisions.rename(old, to: new, environment.randomness)
      try keep(decisions)
    }
    try follow(new)
  }

  /// Accepts pads that were copied, restored or moved here; how many. Unless `isOnlyCopy` vouches
  /// that nothing was sent from another copy since, what they would send is closed for good.
  /// Damaged ones are left alone.
  package func adopt(isOnlyCopy: Bool) throws(VaultError) -> Int {
    let moved = try contacts().filter { $0.pads.contains(where: \.isMoved) }
    if !isOnlyCopy {
      // What is closed of one pad because it was moved is closed of all that the contact has.
      for contact in moved {
        try close(contact.pads.first(where: \.isMoved)!.id, for: .moved)
      }
    }
    var adopted = 0
    var failure: VaultError?
    for id in try padIDs() {
      do throws(VaultError) {
        if try adopt(id, isOnlyCopy ? .isVouchedFor : .closesSending) { adopted += 1 }
      } catch {
        // It was forgotten meanwhile.
        if error.isAbsence { continue }
        if !error.isOfOnePad { failure = failure ?? error }
        environment.warn(error.description)
      }
    }
    if let failure { throw failure }
    for contact in moved { try follow(contact.name) }
    return adopted
  }

  private func adopt(_ id: PadID, _ moved: MovedPad) throws(VaultError) -> Bool {
    let before = try read(id).binding
    let pad = try openPad(id, moved: moved)
    return pad.record.binding != before
  }

  /// All pads that can be read, oldest first.
  func summaries() throws(VaultError) -> [PadSummary] { try readAll().pads }

  /// All pads that can be read, oldest first, and the first damage among the others.
  func readAll() throws(VaultError) -> (pads: [PadSummary], damage: VaultError?) {
    var decisions = try knownDecisions()
    while true {
      let found = try readAll(decisions)
      if !found.pads.contains(where: \.isAhead) { return found }
      // Somebody may have decided since, and a pad have followed.
      let now = try knownDecisions()
      if now == decisions {
        // It is to be decided for everybody.
        return (found.pads.map { $0.closed(for: .vaultIsOlder) }, found.damage)
      }
      decisions = now
    }
  }

  private func readAll(
    _ decisions: Decisions
  ) throws(VaultError) -> (pads: [PadSummary], damage: VaultError?) {
    var summaries: [PadSummary] = []
    var damage: VaultError?
    for id in try namedPads() {
      do throws(VaultError) { summaries.append(try summary(id, decisions)) } catch {
        if error.isAbsence { continue }
        guard error.isOfOnePad else { throw error }
        damage = damage ?? error
      }
    }
    return (summaries.sorted { $0.sequence < $1.sequence }, damage)
  }

  /// Pads that are complete: those with a state, but for what `forget` was stopped at.
  func padIDs() throws(VaultError) -> [PadID] {
    var found: [PadID] = []
    for id in try namedPads() {
      try VaultFile.check(layout.pad(id), is: .directory, in: storage)
      if try hasState(id) { found.append(id) }
    }
    return found
  }

  /// Pads that have a directory, but for what `forget` was stopped at.
  private func namedPads() throws(VaultError) -> [PadID] {
    let names = try system { () throws(SystemError) in try storage.list(layout.pads) }
    let gone = (try? gone.ids()) ?? []
    return names.compactMap(PadID.init(hexadecimal:)).filter { !gone.contains($0) }
  }

  /// Throws where the disk does not say: a pad without a state is removed as an aborted one.
  func hasState(_ id: PadID) throws(VaultError) -> Bool {
    try system { () throws(SystemError) in try storage.attributes(at: layout.state(id)) != nil }
  }

  private func summary(
    _ id: PadID, _ decisions: Decisions
  ) throws(VaultError) -> PadSummary {
    let (file, attributes) = try openState(id)
    // Locked until the generation outside is read: a change between the two would look like a vault
    // that is older.
    defer { withExtendedLifetime(file) {} }
    let opened = try newest(file, id)
    let place = Binding(of: attributes, machineID: environment.machineID)
    let record = opened.state.record
    var (isWitness, deafness) = (false, VaultError?.none)
    do throws(VaultError) {
      isWitness = try self.isWitness(id, record, opened.generation, decisions)
    } catch {
      if error.isAbsence { throw error }
      deafness = error
    }
    return PadSummary(
      id, record, decided: decisions.applied(to: record), isMoved: place != record.binding,
      isWitness: isWitness, isAhead: decisions.areBehind(record), deafness: deafness)
  }
}
