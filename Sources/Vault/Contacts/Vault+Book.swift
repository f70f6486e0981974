// Locks are taken in this order: a pad's, the contact book's, the vault's, that of `gone`. No
// process waits for a pad while it holds the book. `ConversationLock` covers no content, and stands
// outside this order.
internal import Pad
internal import Synchronization
internal import System

extension Vault {
  var bookSlots: SealedSlots<ContactBook> { environment.slots(ofBook: id) }

  /// The path of the book. A missing book counts as damaged.
  func bookPath() throws(VaultError) -> String {
    let path = layout.contacts
    let found = try system(storage.attributes(at: path))
    if found == nil { throw .bookDamaged(path: path) }
    return path
  }

  // MARK: Reading

  /// The book as it is now. If it is damaged, one made from the pads' states: messages can still be
  /// read.
  func book() throws(VaultError) -> BookReading {
    do throws(VaultError) {
      var reading = try lockBook()
      reading.lock = nil
      return reading
    } catch {
      guard case .bookDamaged = error else { throw error }
      return try bookFromPads()
    }
  }

  /// The same, locked while its `lock` is kept. Throws if the book is damaged.
  func lockBook() throws(VaultError) -> BookReading {
    let path = try bookPath()
    let (file, attributes) = try VaultFile.openWithAttributes(
      path, lock: .shared, in: environment)
    guard try VaultFile.isWhole(attributes, path: path, bytes: bookSlots.fileBytes) else {
      throw .bookDamaged(path: path)
    }
    var reading = try read(file)
    reading.lock = file
    compare(&reading, with: FileIdentity(attributes, subvolume: file.subvolume))
    return reading
  }

  /// Checks whether the vault was moved; if not, or if `adopting`, compares the book's counter.
  func compare(
    _ reading: inout BookReading, with identity: FileIdentity, adopting: Bool = false
  ) {
    let book = reading.book
    reading.isOtherFile = !book.identity.matches(identity)
    // If no machine was recorded, none is compared.
    let isKnown = environment.machine.map(book.machines.contains) ?? false
    reading.isOtherMachine = !book.machines.isEmpty && !isKnown
    if reading.isMoved, !adopting { return }
    let own = RollbackCounter.Value(generation: reading.generation, mark: book.mark)
    do throws(VaultError) {
      reading.newerGeneration = try counter(of: nil, book)?.generation(
        aheadOf: own, isKept: book.counterDirectory != nil)
    } catch { reading.counterFault = error }
  }

  /// Returns the book read before while both slots still have the same heads: each change writes
  /// fresh salts.
  private func read(_ file: any StoredFile) throws(VaultError) -> BookReading {
    let slots = bookSlots
    let heads = slots.heads(file)
    if let known = knownBook.withLock({ $0 }), known.heads == heads {
      return BookReading(book: known.book, generation: known.generation)
    }
    let found = try slots.read(file, rootKey: rootKey)
    let (book, generation) = (found.content, found.generation)
    if found.isSettled { knownBook.withLock { $0 = (heads, book, generation) } }
    return BookReading(book: book, generation: generation, isSettled: found.isSettled)
  }

  /// The latest generation of the book that a pad has seen, if it is ahead of the locked book.
  /// Reads the states without their locks: sealed content is proof even if another process is
  /// writing the other slot. Only pads that are open for sending count.
  func seenGeneration(aheadOf reading: BookReading) -> UInt64? {
    let book = reading.book
    var latest = reading.generation
    for pad in book.pads where book.closure(of: pad) == nil {
      do {
        let file = try storage.open(layout.state(pad.id), writable: false)
        let record = try PadState.slots(of: pad.id).read(file, rootKey: rootKey).content.record
        guard record.identity.matches(try FileIdentity(of: file)) else { continue }
        latest = max(latest, record.bookGeneration)
      } catch { continue }
    }
    return latest > reading.generation ? latest : nil
  }

  /// The counter of a pad, or of the book itself; nil if there can be none. A book made where no
  /// counters could be kept names no directory. If counters exist by now, they are where the next
  /// change would put them.
  func counter(of pad: PadID?, _ book: ContactBook) -> RollbackCounter? {
    let directory = book.counterDirectory ?? environment.counterDirectory
    return directory.map { RollbackCounter(of: pad, in: $0, vault: id, storage) }
  }

  // MARK: Changing

  /// Changes the book, durably, after acting on any proof that the vault went back. `change` gets
  /// the generation that the book will have.
  ///
  /// The caller may hold one pad's lock, but none on the book.
  func changeBook<Result>(
    _ change: (inout ContactBook, _ generation: UInt64) throws(VaultError) -> Result
  ) throws(VaultError) -> Result {
    var opened = try OpenBook(of: self)
    // A counter that could not be read must not be overwritten.
    if let fault = opened.counterFault, !fault.isGoneCounter { throw fault }
    if let newer = opened.newerGeneration {
      var closed = opened.book
      closed.closeAll(for: .vaultIsOlder)
      try opened.commit(closed, after: newer, movesCounter: false)
    }
    let before = opened.book
    var book = before
    let result = try change(&book, opened.generation + 1)
    if book != before { try opened.commit(book) }
    return result
  }

  /// Opens the book for a change, which makes its content durable; returns its generation.
  func settleBook() throws(VaultError) -> UInt64 {
    try OpenBook(of: self, changes: false).generation
  }

  /// Closes every pad of the vault, since something here is newer than the vault: a state has seen
  /// the generation `seen` of the book, or the book does not list complete pads. Lists those.
  func closeAsOlder(
    seen: UInt64 = 0, listing unlisted: [ContactBook.Pad] = []
  ) throws(VaultError) {
    var opened = try OpenBook(of: self)
    var book = opened.book
    let missing = unlisted.filter { book.pad($0.id) == nil }
    // Another process was making them, and has listed them meanwhile.
    if missing.isEmpty, !unlisted.isEmpty { return }
    for pad in missing { book.add(pad) }
    book.closeAll(for: .vaultIsOlder)
    let newer = max(seen, opened.newerGeneration ?? 0)
    if book != opened.book || newer > opened.generation {
      try opened.commit(book, after: newer, movesCounter: false)
    }
  }
}

extension VaultEnvironment {
  func slots(ofBook id: VaultID) -> SealedSlots<ContactBook> {
    SealedSlots(owner: id.bytes, slotBytes: contactSlotBytes)
  }

  /// Makes the counter of a contact book, and returns the directory in which counters are kept from
  /// now on; nil if there can be none.
  func makeBookCounter(of id: VaultID, _ value: RollbackCounter.Value) -> String? {
    guard let directory = counterDirectory else { return nil }
    let counter = RollbackCounter(of: nil, in: directory, vault: id, storage)
    return changeCounter { () throws(SystemError) in try counter.create(value) } ? directory : nil
  }
}
