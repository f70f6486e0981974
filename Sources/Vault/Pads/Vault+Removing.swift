// Invariant 5. The id of a forgotten pad is written to `gone` first, for ever; whatever a crash
// leaves of the pad after that is removed at the next opening.
internal import Pad
internal import System

extension Vault {
  /// All pads of a contact, or the one pad with this id, which need not be readable; and their
  /// owner, if the book has one. Throws if there are none. First checks what they prove of a
  /// rollback, so it refuses a pad that was moved, or whose counter cannot be read.
  package func padsToForget(
    _ name: String
  ) throws(VaultError) -> (owner: String?, pads: [PadID]) {
    let everybody = try contacts()
    let book = try book().book
    let owner: String?
    let ids: [PadID]
    if let id = PadID(hexadecimal: name), try hasState(id) || book.pad(id) != nil {
      ids = [id]
      owner = book.pad(id).map(book.name(of:))
    } else {
      guard let person = book.person(named: name) else { throw try absence(of: name) }
      ids = book.pads(of: person.id).map(\.id)
      owner = name
    }
    for pad in everybody.flatMap(\.pads) where ids.contains(pad.id) {
      if pad.isMoved { throw .moved(path: directory) }
      if pad.closure == nil, let fault = pad.counterFault, !fault.isGoneCounter { throw fault }
    }
    return (owner, ids)
  }

  /// Destroys one pad: its keys, then its chunks, then its files. Its id goes into `gone` first:
  /// otherwise the erased pad could be taken in again. The lock on its state keeps others out.
  package func destroyPad(_ id: PadID) throws(VaultError) {
    let reading = try book()
    // A vault that was moved writes nothing, inside or outside, until it is adopted.
    if reading.isMoved { throw .moved(path: directory) }
    if let fault = reading.counterFault, !fault.isGoneCounter { throw fault }
    let bytes = try? readState(of: id) { _, state in state.content.record.shape.sealedBytes }
    let state =
      try hasState(id)
      ? VaultFile.open(layout.state(id), lock: .exclusive, in: environment) : nil
    let isInPlace = state?.overwritesInPlace ?? true
    try gone.add(id)
    // Before its counter says "forgotten": a listed pad behind its counter is evidence that would
    // close every pad.
    try unlist(id)
    try rememberOutside(id)
    if let state { try overwrite(state, atMost: 2 * PadState.slotBytes) }
    if let chunks = try openToErase(layout.chunks(id)) {
      try overwrite(chunks, atMost: bytes ?? .max)
    }
    try removeFiles(id)
    if isInPlace { return }
    environment.warn(.keepsDestroyedPad(path: layout.pad(id)))
  }

  /// Whether a pad with this id is held, or ever was, even before this vault was put back to an
  /// older state, as far as anything outside it shows.
  package func isKnown(_ id: PadID) throws(VaultError) -> Bool {
    if try hasState(id) { return true }
    let book = try book().book
    if book.pad(id) != nil { return true }
    if try system(counter(of: id, book)?.read()) != nil { return true }
    return try gone.ids().contains(id)
  }

  /// Whether a pad is here, and `forget` has not begun on it.
  func isHeld(_ id: PadID) throws(VaultError) -> Bool {
    if try !hasState(id) { return false }
    return try !isForgotten(id)
  }

  /// Whether its id is in `gone`; false if that list is damaged.
  func isForgotten(_ id: PadID) throws(VaultError) -> Bool {
    do throws(VaultError) { return try gone.ids().contains(id) } catch {
      if case .listDamaged = error { return false }
      throw error
    }
  }

  var gone: ForgottenPads { ForgottenPads(vault: self) }

  /// A backup of the vault that still holds this pad must not send with it.
  private func rememberOutside(_ id: PadID) throws(VaultError) {
    guard let counter = counter(of: id, try book().book) else { return }
    environment.changeCounter { () throws(SystemError) in try counter.forget() }
  }

  /// Removes a pad, with its header keys, from both slots of the contact book.
  func unlist(_ id: PadID) throws(VaultError) {
    do throws(VaultError) {
      try changeBook { book, _ throws(VaultError) in book.remove([id]) }
    } catch {
      // A damaged book holds nothing that can be read.
      guard case .bookDamaged = error else { throw error }
    }
  }

  /// Nil only if nothing is there: a file that cannot be opened now must not be removed as it is.
  func openToErase(_ path: String) throws(VaultError) -> (any StoredFile)? {
    try VaultFile.check(path, is: .regular, in: storage)
    if try system(storage.attributes(at: path)) == nil { return nil }
    return try system(storage.open(path, writable: true))
  }

  /// Leaves out the extra bytes of a file that something made longer: they are not ours.
  private func overwrite(_ file: any StoredFile, atMost bytes: Int) throws(VaultError) {
    try system { () throws(SystemError) in
      try file.overwriteWithZeros(bytes: 0..<min(bytes, file.attributes().size))
      try file.sync()
    }
  }

  /// Chunks go first: while there is a state, a crash leaves a pad that is known to be gone. A
  /// state that never got its name holds the root of the tree: it is overwritten before all else.
  func removeFiles(_ id: PadID) throws(VaultError) {
    if try system(storage.attributes(at: layout.pad(id))) == nil { return }
    if let state = try openToErase(layout.newState(id)) {
      try overwrite(state, atMost: 2 * PadState.slotBytes)
    }
    try system { () throws(SystemError) in
      for path in [layout.chunks(id), layout.newState(id), layout.state(id)]
      where try storage.attributes(at: path) != nil {
        try storage.remove(path)
      }
      try outbox(of: id).removeAll()
      try storage.removeDirectory(layout.pad(id))
      try storage.syncDirectory(layout.pads)
    }
  }
}
