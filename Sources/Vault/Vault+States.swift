internal import Codec
internal import Pad
internal import System

// The state of one pad, as a reader sees it: locks are shared, nothing is repaired, nothing is synced.
extension Vault {
  /// The generation kept outside the vault; nil where there is none.
  func generationOutside(_ id: PadID) throws(VaultError) -> UInt64? {
    try system { () throws(SystemError) in try GenerationWitness(id, of: self)?.read() }
  }

  /// The record of a pad as its newest valid slot has it.
  func read(_ id: PadID) throws(VaultError) -> PadState.Record { try newest(of: id).state.record }

  /// The name of the contact whose pad it is.
  func contactName(of id: PadID) throws(VaultError) -> String {
    try knownDecisions().applied(to: read(id)).contact
  }

  /// Lends the newest valid state of a pad.
  func withState<Result>(
    of id: PadID, _ body: (borrowing PadState) -> Result
  ) throws(VaultError) -> Result {
    let opened = try newest(of: id)
    return body(opened.state)
  }

  /// The newest valid state of a pad.
  private func newest(of id: PadID) throws(VaultError) -> StateSlot.Opened {
    try newest(openState(id).file, id)
  }

  func newest(
    _ file: any StoredFile, _ id: PadID
  ) throws(VaultError) -> StateSlot.Opened {
    if let opened = try agreed(file, id) { return opened }
    let recovery = try recovery(file, id)
    return StateSlot.Opened(generation: recovery.generation, state: recovery.takeState())
  }

  func openState(
    _ id: PadID
  ) throws(VaultError) -> (file: any StoredFile, attributes: FileAttributes) {
    let path = layout.state(id)
    let opened = try VaultFile.openWithAttributes(path, lock: .shared, in: environment)
    try StateSlot.check(opened.attributes, path: path)
    return opened
  }

  /// What both slots say together, as the page cache has them.
  func recovery(_ file: any StoredFile, _ id: PadID) throws(VaultError) -> StateRecovery {
    let bytes = try system { () throws(SystemError) in
      try VaultFile.readCopies(of: StateSlot.byteCount) { count, offset throws(SystemError) in
        try VaultFile.read(count, of: file, at: offset)
      }
    }
    return try StateRecovery(bytes, id: id, path: file.path, rootKey: rootKey, in: environment)
  }

  /// What slot 0 holds, where both slots claim its generation, as they do between changes: then slot
  /// 1 adds nothing, and only so much is read as was written. Nil where they differ, or where slot 0
  /// cannot be read or does not open.
  private func agreed(
    _ file: any StoredFile, _ id: PadID
  ) throws(VaultError) -> StateSlot.Opened? {
    // One page holds the whole of a state that is not worn.
    guard var slot = try? VaultFile.read(StateSlot.pageBytes, of: file),
      let first = StateSlot.Head(slot.span),
      let second = try? VaultFile.read(
        StateSlot.headBytes, of: file, at: StateSlot.byteCount),
      first.generation == StateSlot.Head(second.span)?.generation
    else { return nil }
    if first.slotBytes > slot.count {
      guard let whole = try? VaultFile.read(first.slotBytes, of: file) else { return nil }
      slot = whole
    }
    do throws(StateSlot.NewerVersion) {
      return try StateSlot.open(slot.span, slot: 0, id: id, rootKey: rootKey, in: environment)
    } catch { throw .newerVersion(path: file.path) }
  }
}
