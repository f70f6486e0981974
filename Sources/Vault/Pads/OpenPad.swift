// Invariants 1 (once) and 2 (commit before release): a pad changes only through `commit` and
// `spend`, which make the new state durable in one slot, wipe what it spends, and only then renew
// the other. After any error the value is dropped; the next opening recovers (vernam-vault(5),
// "ORDER OF WRITES").
internal import Codec
internal import Pad
internal import System

/// One pad, locked and opened for a change.
struct OpenPad: ~Copyable {
  /// What became of the mark that the last change wrote.
  enum Outcome {
    case unchanged
    /// Written, and maybe durable.
    case uncertain
    case durable
  }

  let id: PadID
  let vault: Vault
  var slots: SlotFile<PadState>
  /// The contact book. Its lock is kept until the commit, or until it is certain that nothing is
  /// sent, so that nobody closes this pad meanwhile. A damaged book is not locked.
  var book: BookReading
  /// The book's entry for this pad.
  var listed: ContactBook.Pad
  /// Why nothing is sent for now: a counter is gone.
  var counterFault: VaultError?
  /// One of the two slots of the state was invalid.
  let hadDamagedSlot: Bool
  /// What became of the last change.
  var outcome = Outcome.unchanged

  var record: PadState.Record { slots.reading.content.record }
  var environment: VaultEnvironment { vault.environment }
  /// The contact's name.
  var name: String { book.book.name(of: listed) }
  /// Why the pad no longer sends; nil if it may.
  var closure: SendingClosure? { book.book.closure(of: listed) }
  /// Why no pad of the contact sends any more; nil if one is open.
  var contactClosure: SendingClosure? {
    let isOpen = book.book.pads(of: listed.contact).contains { book.book.closure(of: $0) == nil }
    return isOpen ? nil : closure
  }
  /// Whether the contact has more pads than this one.
  var hasOtherPads: Bool { book.book.pads(of: listed.contact).count > 1 }
  /// Kept outside the vault; nil if the vault keeps none.
  var counter: RollbackCounter? { vault.counter(of: id, book.book) }
  /// Where its chunks are.
  var chunkPath: String { vault.layout.chunks(id) }

  var counterValue: RollbackCounter.Value {
    RollbackCounter.Value(generation: slots.generation, mark: record.mark)
  }

  /// Locks the state, and then the contact book.
  init(_ id: PadID, of vault: Vault) throws(VaultError) {
    let slots = try SlotFile(vault.layout.state(id), PadState.slots(of: id), of: vault)
    (book, listed) = try vault.lockBook(listing: slots.reading.content.listing(of: id))
    hadDamagedSlot = slots.reading.damagedSlot != nil
    self.id = id
    self.vault = vault
    self.slots = slots
  }

  func identity() throws(VaultError) -> FileIdentity {
    let file = slots.file
    return try system(FileIdentity(of: file))
  }

  // MARK: Changing

  /// Makes a new record durable and destroys the chunks of `spent` (numbered over both lanes).
  mutating func commit(
    _ record: PadState.Record, spending spent: [Range<Int>] = []
  ) throws(VaultError) {
    try makeDurable(record, spending: spent)
    let chunks = spent.isEmpty ? nil : try chunkFile(lock: .exclusive)
    if let chunks { try wipe(spent, of: chunks) }
    try slots.finish()
  }

  /// Makes durable that `spent` (numbered over both lanes) is spent, lends `slice`, a part of it, to
  /// `use` for the last time, and destroys all of `spent`. Once the mark is durable, the chunks stay
  /// spent even if `use` or the wiping fails.
  mutating func spend(
    _ slice: Range<Int>, of spent: Range<Int>, recording record: PadState.Record,
    _ use: (consuming PadSlice) throws(VaultError) -> Void
  ) throws(VaultError) {
    let tree = slots.reading.content.tree.copy()
    try makeDurable(record, spending: [spent])
    let chunks = try chunkFile(lock: .exclusive)
    try use(PadSlice(StoredSlice(chunks, slice, tree: tree)))
    try wipe([spent], of: chunks)
    try slots.finish()
  }

  /// The commit point: the new record and the punctured key tree are durable in one slot.
  private mutating func makeDurable(
    _ record: PadState.Record, spending spent: [Range<Int>]
  ) throws(VaultError) {
    // Opening may have changed the pad already.
    outcome = .unchanged
    let record = try stamped(record)
    let changed = slots.reading.content.changed(to: record, spending: spent)
    guard changed.encodedBytes <= slots.capacity else { throw .tooManyMissing(from: name) }
    outcome = .uncertain
    try slots.commit(changed)
    outcome = .durable
    follow()
    releaseBook()
  }

  /// The record with what every change updates: its mark, the book's generation, and an identity or
  /// counter that was absent before.
  private func stamped(_ record: PadState.Record) throws(VaultError) -> PadState.Record {
    var record = record
    let identity = try identity()
    if record.identity.matches(identity) { record.identity = identity }
    if !book.isDamaged {
      record.bookGeneration = max(record.bookGeneration, book.generation)
      if !record.keepsCounter, closure == nil { record.keepsCounter = makeCounter() }
    }
    record.mark = environment.randomness.number()
    return record
  }

  /// Makes a counter that was absent, or gone and given up. True if one is kept from now on.
  private func makeCounter() -> Bool {
    guard let counter, book.book.counterDirectory != nil else { return false }
    let value = counterValue
    return environment.changeCounter { () throws(SystemError) in
      if try counter.read() == nil { try counter.create(value) }
    }
  }

  /// Brings the counter outside the vault up to date after a durable change. A closed pad's counter
  /// stays: moving it would close the vault that this one is an older copy of.
  func follow() {
    guard closure == nil, record.keepsCounter, let counter else { return }
    let value = counterValue
    environment.changeCounter { () throws(SystemError) in try counter.follow(value) }
  }

  // MARK: Chunks

  /// Whether a record with `spent` gone still fits its slot and leaves room for sending, or needs
  /// no more than the present one, which sending may have grown into that room.
  func hasRoom(_ record: PadState.Record, spending spent: [Range<Int>]) -> Bool {
    let bytes = slots.reading.content.changed(to: record, spending: spent).encodedBytes
    return bytes <= slots.capacity - PadState.sendingReserve
      || bytes <= slots.reading.content.encodedBytes
  }

  /// The state's lock guards the chunks; theirs only says that somebody is at work.
  func chunkFile(lock: LockKind) throws(VaultError) -> ChunkFile {
    let path = chunkPath
    let isThere = try system(vault.storage.attributes(at: path) != nil)
    guard isThere else { throw .padDamaged(contact: name, path: path) }
    let file = try VaultFile.open(path, lock: lock, in: vault.environment)
    let chunks = ChunkFile(
      file: file, id: id, chunkBytes: record.shape.chunkBytes, environment: vault.environment)
    guard try chunks.holds(record.shape.chunks) else {
      throw .padDamaged(contact: name, path: path)
    }
    return chunks
  }

  func wipe(_ spent: [Range<Int>], of chunks: ChunkFile) throws(VaultError) {
    let stream = WipeStream(of: id, rootKey: vault.rootKey)
    try system { () throws(SystemError) in
      try chunks.wipe(spent, with: stream)
      try chunks.file.syncData()
    }
  }

  /// Whether a damaged chunk was wiped although both slots of the state hold its key: then the
  /// state went back in time.
  func wasWiped(_ chunk: Int) throws(VaultError) -> Bool {
    if hadDamagedSlot { return false }
    let chunks = try chunkFile(lock: .shared)
    let stream = WipeStream(of: id, rootKey: vault.rootKey)
    return try system(chunks.isWiped(chunk, with: stream))
  }
}
