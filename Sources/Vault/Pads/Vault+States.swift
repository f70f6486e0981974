internal import Codec
internal import Pad
internal import System

// The states of pads, as a reader sees them: locks are shared, nothing is repaired, nothing is
// synced.
extension Vault {
  /// One pad of the book; nil if it is in the making, or was forgotten meanwhile. `wholly` reads
  /// all of both slots, not only as much as is needed.
  func padReading(
    of pad: ContactBook.Pad, _ book: ContactBook, wholly: Bool = false
  ) throws(VaultError) -> PadReading? {
    do throws(VaultError) {
      return try readState(of: pad.id, wholly: wholly) { file, state in
        let record = state.content.record
        var reading = PadReading(id: pad.id, record: record, generation: state.generation)
        reading.hasDamagedSlot = state.damagedSlot != nil
        if let attributes = try? file.attributes() {
          let identity = FileIdentity(attributes, subvolume: file.subvolume)
          reading.isMoved = !record.identity.matches(identity)
        }
        // Still locked: a change between the two would make the vault look older.
        compare(&reading, record, book)
        return reading
      }
    } catch {
      guard let error = error.isAbsence ? try missing(pad.id) : error else { return nil }
      guard error.isOfOnePad else { throw error }
      return PadReading(id: pad.id, record: nil, error: error.of(book.name(of: pad)))
    }
  }

  private func compare(
    _ reading: inout PadReading, _ record: PadState.Record, _ book: ContactBook
  ) {
    guard let counter = counter(of: reading.id, book) else { return }
    let own = RollbackCounter.Value(generation: reading.generation, mark: record.mark)
    do throws(VaultError) {
      reading.isBehindCounter =
        try counter.generation(aheadOf: own, isKept: record.keepsCounter) != nil
    } catch { reading.counterFault = error }
  }

  /// The error for a listed pad without a state; nil if it is in the making, or was forgotten.
  func missing(_ id: PadID) throws(VaultError) -> VaultError? {
    if try isBeingMade(id) { return nil }
    if try hasState(id) { return nil }
    return try isForgotten(id) ? nil : .padMissing(contact: nil, path: layout.state(id))
  }

  /// Whether a listed pad is in the making, or aborted: it has a file for its state before it is
  /// listed. A pad without one has lost its state, which may come back.
  func isBeingMade(_ id: PadID) throws(VaultError) -> Bool {
    try system(storage.attributes(at: layout.newState(id))) != nil
  }

  /// Lends the newest valid state of a pad, with its file, which stays locked meanwhile.
  func readState<Result>(
    of id: PadID, wholly: Bool = false,
    _ body: (any StoredFile, borrowing SlotReading<PadState>) throws(VaultError) -> Result
  ) throws(VaultError) -> Result {
    let path = layout.state(id)
    let slots = PadState.slots(of: id)
    let (file, attributes) = try VaultFile.openWithAttributes(
      path, lock: .shared, in: environment)
    guard try VaultFile.isWhole(attributes, path: path, bytes: slots.fileBytes) else {
      throw .padDamaged(contact: nil, path: path)
    }
    let reading = try slots.read(file, wholly: wholly, rootKey: rootKey)
    return try body(file, reading)
  }

  /// A pad as its own state describes it; nil if that cannot be read.
  func unlistedPad(_ id: PadID) throws(VaultError) -> ContactBook.Pad? {
    do throws(VaultError) {
      return try readState(of: id) { _, state in state.content.listing(of: id) }
    } catch {
      if error.isAbsence || error.isOfOnePad { return nil }
      throw error
    }
  }

  /// A book made from the pads' states, to replace a damaged one: all pads are closed.
  func bookFromPads() throws(VaultError) -> BookReading {
    var pads: [ContactBook.Pad] = []
    for id in try padIDs() {
      if let pad = try unlistedPad(id) { pads.append(pad) }
    }
    return bookFromPads(pads)
  }

  func bookFromPads(_ pads: [ContactBook.Pad]) -> BookReading {
    var book = ContactBook(identity: FileIdentity(inode: 0, birth: nil, subvolume: nil))
    for pad in pads { book.add(pad) }
    book.closeAll(for: .moved)
    return BookReading(book: book, generation: 0, isDamaged: true)
  }

  // MARK: Directories

  /// Pads that have a directory.
  func padDirectories() throws(VaultError) -> [PadID] {
    let names = try system(storage.list(layout.pads))
    return names.compactMap(PadID.init(hexadecimal:))
  }

  /// Complete pads: those with a state, except any on which `forget` was stopped.
  func padIDs() throws(VaultError) -> [PadID] {
    let gone = (try? gone.ids()) ?? []
    var found: [PadID] = []
    for id in try padDirectories() where !gone.contains(id) {
      try VaultFile.check(layout.pad(id), is: .directory, in: storage)
      if try hasState(id) { found.append(id) }
    }
    return found
  }

  func hasState(_ id: PadID) throws(VaultError) -> Bool { try hasState(at: layout.state(id)) }

  /// Throws if the disk does not answer, since a pad without a state is removed as aborted. Also
  /// true if a file is where the pad's directory should be: opening refuses that.
  func hasState(at path: String) throws(VaultError) -> Bool {
    do throws(SystemError) { return try storage.attributes(at: path) != nil } catch {
      if error.code == SystemError.notADirectory { return true }
      throw .system(error)
    }
  }
}
