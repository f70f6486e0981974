internal import Codec
internal import Pad
internal import System

// Reading: locks are shared, nothing is repaired, nothing is synced.
extension Vault {
  /// Everybody, by name.
  package func contacts() throws(VaultError) -> [Contact] {
    var pads: [String: [PadSummary]] = [:]
    for pad in try summaries() { pads[pad.contact, default: []].append(pad) }
    return pads.keys.sorted().map { Contact(name: $0, pads: pads[$0]!) }
  }

  package func contact(_ name: String) throws(VaultError) -> Contact {
    let found = try contacts().first { $0.name == name }
    if let found { return found }
    // A damaged pad does not say whose it is: it may be the one that was asked for.
    if let damage = try damage() { throw damage }
    throw .noContact(name)
  }

  /// What is wrong with the first pad that cannot be read; nil when all can.
  package func damage() throws(VaultError) -> VaultError? {
    for id in try padIDs() {
      do throws(VaultError) { _ = try read(id) } catch {
        if case .padDamaged = error { return error }
      }
    }
    return nil
  }

  /// Gives a contact another name.
  package func rename(_ old: String, to new: String) throws(VaultError) {
    guard ContactName.isValid(new) else { throw .badName }
    let contacts = try contacts()
    guard let contact = contacts.first(where: { $0.name == old }) else { throw .noContact(old) }
    if contacts.contains(where: { $0.name == new }) { throw .contactExists(new) }
    for summary in contact.pads {
      var pad = try OpenPad.open(summary.id, of: self)
      var record = pad.record
      record.contact = new
      try pad.commit(record)
    }
  }

  /// Accepts pads that were copied, restored or moved here. Unless `isOnlyCopy` vouches that
  /// nothing was sent from another copy since, what they would send is closed for good.
  package func adopt(isOnlyCopy: Bool) throws(VaultError) -> Int {
    var adopted = 0
    for id in try padIDs() {
      let before = try read(id).binding
      let moved: MovedPad = isOnlyCopy ? .isVouchedFor : .closesSending
      let pad = try OpenPad.open(id, of: self, moved: moved)
      if pad.record.binding != before { adopted += 1 }
    }
    return adopted
  }

  /// All pads that can be read, oldest first: a damaged one does not stand between the others and
  /// their messages.
  func summaries() throws(VaultError) -> [PadSummary] {
    var summaries: [PadSummary] = []
    for id in try padIDs() {
      do throws(VaultError) { summaries.append(PadSummary(id, try read(id))) } catch {
        guard case .padDamaged = error else { throw error }
      }
    }
    return summaries.sorted { $0.sequence < $1.sequence }
  }

  /// Pads that are complete: those with a state.
  func padIDs() throws(VaultError) -> [PadID] {
    let names = try system { () throws(SystemError) in try storage.list(layout.pads) }
    return names.compactMap(PadID.init(hexadecimal:)).filter { hasState($0) }
  }

  func hasState(_ id: PadID) -> Bool {
    (try? storage.attributes(at: layout.state(id))) != nil
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
    let bytes = try system { () throws(SystemError) in
      try VaultFile.read(2 * StateSlot.byteCount, of: file)
    }
    let recovery = try StateRecovery(bytes, id: id, path: path, rootKey: rootKey, in: environment)
    return body(recovery.takeState())
  }
}
