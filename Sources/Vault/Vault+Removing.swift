// Invariant 5. The id of a pad that goes is written to `gone` first, for ever; what a crash leaves
// of it after that is removed at the next opening.
internal import Pad
internal import System

extension Vault {
  /// Destroys all pads of a contact; or the one pad with this id, which need not be readable.
  /// Answers what is wrong with another pad that cannot be read, since it may be the contact's too.
  @discardableResult
  package func forget(_ name: String) throws(VaultError) -> VaultError? {
    if let id = PadID(hexadecimal: name), try hasState(id) {
      if let owner = try owner(of: id) { try keepSigns(of: contact(owner), without: [id]) }
      try destroyPad(id)
      return nil
    }
    let contact = try contact(name)
    try keepSigns(of: contact, without: contact.pads.map(\.id))
    for pad in contact.pads { try destroyPad(pad.id) }
    return try overview().damage
  }

  /// Before pads go: what one of them shows of the contact's others is made true of those first. A
  /// vault that was moved here has to be adopted before some of a contact's pads go.
  private func keepSigns(of contact: Contact, without ids: [PadID]) throws(VaultError) {
    if let moved = contact.pads.first(where: { $0.isMoved && ids.contains($0.id) }) {
      let isPart = ids.count < contact.pads.count
      // One that is damaged cannot be adopted.
      if isPart, try !isDamaged(moved.id) { throw .moved(contact: contact.name) }
      try close(moved.id, for: .moved)
      if isPart { environment.alarm(SendingClosure.moved.warning(contact.name)) }
    }
    do throws(VaultError) { try hearWitnesses(of: contact.name) } catch {
      // Nothing is sent while what was decided cannot be read, and nothing spoke.
      if case .decisionsDamaged = error { return }
      throw error
    }
    // What the pads to go have shown may stand in the cache only.
    try locked { () throws(VaultError) in
      let decisions = try decisions()
      if decisions != Decisions() { try keepAgain(decisions) }
      // What one of them was told by its generation outside, nothing says again.
      let isTold = contact.pads.contains {
        ids.contains($0.id) && !$0.isMoved && $0.standingClosure == .vaultIsOlder
      }
      if isTold, let last = decisions.last {
        DecisionWitness(of: self)?.write(last, of: decisions)
      }
    }
  }

  private func isDamaged(_ id: PadID) throws(VaultError) -> Bool {
    if case .damaged(let damage) = try condition(of: id).kind { damage.isOfOnePad } else { false }
  }

  /// What `forget` would destroy, in a few words, and how many pads that are; throws where there are
  /// none.
  package func whatIsForgotten(
    _ name: String
  ) throws(VaultError) -> (what: String, pads: Int) {
    if let id = PadID(hexadecimal: name), try hasState(id) {
      guard let owner = try owner(of: id) else { return ("the pad \(name)", 1) }
      return ("\(owner)'s pad \(name)", 1)
    }
    let count = try contact(name).pads.count
    return (count == 1 ? "\(name)'s pad" : "\(name)'s \(count) pads", count)
  }

  /// Whose a pad is; nil where that cannot be read for good. One that somebody works with is waited
  /// for: it may be the one that shows of others that the vault is older.
  private func owner(of id: PadID) throws(VaultError) -> String? {
    do throws(VaultError) { return try contactName(of: id) } catch {
      guard error.isOfOnePad else { throw error }
      return nil
    }
  }

  /// Destroys one pad: its keys, then its chunks, then its files.
  package func destroyPad(_ id: PadID) throws(VaultError) {
    let header = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    let file = try? storage.open(layout.state(id), writable: false)
    let isInPlace = file?.overwritesInPlace ?? true
    try withExtendedLifetime(header) { () throws(VaultError) in
      try eraseRemembering(id)
    }
    if isInPlace { return }
    environment.warn(
      "this file system may keep old copies of the pad and of its keys (\(layout.pad(id)))")
  }

  /// Whether a pad with this id is held, or ever was: also before this vault was put back to an
  /// older state, as far as what is kept outside it tells.
  package func isKnown(_ id: PadID) throws(VaultError) -> Bool {
    if try hasState(id) { return true }
    let outside = try system { () throws(SystemError) in
      try GenerationWitness(id, of: self)?.read()
    }
    if outside != nil { return true }
    return try gone.ids().contains(id)
  }

  /// Whether a pad is there, and not one that `forget` was stopped at.
  func isHeld(_ id: PadID) throws(VaultError) -> Bool {
    if try !hasState(id) { return false }
    return try !isForgotten(id)
  }

  /// Whether its id stands in `gone`, as far as that is not damaged.
  func isForgotten(_ id: PadID) throws(VaultError) -> Bool {
    do throws(VaultError) { return try gone.ids().contains(id) } catch {
      if case .listDamaged = error { return false }
      throw error
    }
  }

  var gone: GoneList { GoneList(self) }

  /// Removes pads that were never completed and pads that are gone, unless somebody is at work on
  /// them. What cannot be removed now is left for the next time.
  func removeAborted() {
    guard let lock = lockIfFree(), let names = try? storage.list(layout.pads),
      let gone = try? gone.ids()
    else { return }
    for id in names.compactMap(PadID.init(hexadecimal:)) {
      if gone.contains(id) {
        try? eraseRemembering(id)
      } else {
        try? removeIfAborted(id)
      }
    }
    withExtendedLifetime(lock) {}
  }

  private func removeIfAborted(_ id: PadID) throws(VaultError) {
    if try hasState(id) { return }
    if let chunks = try openChunks(id) {
      // Its maker holds the lock until the pad has a state.
      let isFree = try system { () throws(SystemError) in try chunks.tryLock(.exclusive) }
      guard isFree, try !hasState(id) else { return }
    }
    try removeFiles(id)
  }

  /// A pad that is erased while its id is not durably remembered could be taken in again. Nobody has
  /// it open meanwhile, who would take what is written outside for a sign that the vault is older.
  private func eraseRemembering(_ id: PadID) throws(VaultError) {
    let shape = (try? read(id))?.shape
    let state =
      try hasState(id)
      ? VaultFile.open(layout.state(id), lock: .exclusive, in: environment) : nil
    try gone.add(id)
    // A backup of the vault that still holds this pad must not send with it.
    GenerationWitness(id, of: self)?.write(GenerationWitness.gone)
    try erase(id, state, shape)
  }

  private func erase(
    _ id: PadID, _ state: (any StoredFile)?, _ shape: PadShape?
  ) throws(VaultError) {
    if let state { try overwrite(state, atMost: 2 * StateSlot.byteCount) }
    if let chunks = try openChunks(id) {
      let bytes = shape.map { $0.chunks * ChunkFile.sealedBytes(chunkBytes: $0.chunkBytes) }
      try overwrite(chunks, atMost: bytes ?? .max)
    }
    try removeFiles(id)
  }

  /// Nil only where there are none: what cannot be opened now is not to be removed as it is.
  private func openChunks(_ id: PadID) throws(VaultError) -> (any StoredFile)? {
    try VaultFile.check(layout.chunks(id), is: .regular, in: storage)
    return try system { () throws(SystemError) in
      if try storage.attributes(at: layout.chunks(id)) == nil { return nil }
      return try storage.open(layout.chunks(id), writable: true)
    }
  }

  /// A file that something made longer has nothing of ours behind its end.
  private func overwrite(_ file: any StoredFile, atMost bytes: Int) throws(VaultError) {
    try system { () throws(SystemError) in
      try file.overwriteWithZeros(bytes: 0..<min(bytes, file.attributes().size))
      try file.sync()
    }
  }

  /// Chunks first: while there is a state, a crash leaves a pad that is known to be gone. A state
  /// that never got its name holds the root of the tree: it is overwritten before anything else.
  func removeFiles(_ id: PadID) throws(VaultError) {
    try VaultFile.check(layout.newState(id), is: .regular, in: storage)
    if try system({ () throws(SystemError) in
      try storage.attributes(at: layout.newState(id)) != nil
    }) {
      let state = try system { () throws(SystemError) in
        try storage.open(layout.newState(id), writable: true)
      }
      try overwrite(state, atMost: 2 * StateSlot.byteCount)
    }
    try system { () throws(SystemError) in
      for path in [layout.chunks(id), layout.newState(id), layout.state(id)]
      where try storage.attributes(at: path) != nil {
        try storage.remove(path)
      }
      try storage.removeDirectory(layout.pad(id))
      try storage.syncDirectory(layout.pads)
    }
  }
}
