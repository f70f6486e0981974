// Locks are taken in this order: a pad's, the contact book's, the vault's, that of `gone`. Nobody
// who holds the book waits for a pad.
internal import Pad
internal import Primitives
internal import Synchronization
internal import System

extension Vault {
  /// The contact book, locked for reading: nobody changes it while the file is held.
  struct LockedBook {
    /// Nil if the book is damaged.
    let file: (any StoredFile)?
    let reading: BookReading
  }

  var bookSlots: SealedSlots<ContactBook> {
    SealedSlots(owner: id.bytes, slotBytes: environment.contactSlotBytes)
  }

  /// A book that is missing is a damaged one.
  func bookPath() throws(VaultError) -> String {
    let path = layout.contacts
    let found = try system { () throws(SystemError) in try storage.attributes(at: path) }
    if found == nil { throw .bookDamaged(path: path) }
    return path
  }

  // MARK: Reading

  /// The book as it is now. If it is damaged, one that is made of what the pads say: messages can
  /// still be read.
  func book() throws(VaultError) -> BookReading {
    do throws(VaultError) { return try lockBook().reading } catch {
      guard case .bookDamaged = error else { throw error }
      return try bookFromPads()
    }
  }

  /// The same, locked until the value goes.
  func lockBook() throws(VaultError) -> LockedBook {
    let slots = bookSlots
    let path = try bookPath()
    let (file, attributes) = try VaultFile.openWithAttributes(
      path, lock: .shared, in: environment)
    guard try VaultFile.isWhole(attributes, path: path, bytes: slots.fileBytes) else {
      throw .bookDamaged(path: path)
    }
    var reading = try read(file, slots)
    reading.isOtherFile = !reading.book.identity.matches(
      FileIdentity(attributes, subvolume: file.subvolume))
    reading.isOtherMachine = isOtherMachine(reading.book)
    if !reading.isMoved { compare(&reading) }
    return LockedBook(file: file, reading: reading)
  }

  /// What was read before holds while both slots have the heads that they had then: each change
  /// writes fresh salts.
  private func read(
    _ file: any StoredFile, _ slots: SealedSlots<ContactBook>
  ) throws(VaultError) -> BookReading {
    let heads = slots.heads(file)
    if let known = knownBook.withLock({ $0 }), known.heads == heads {
      return BookReading(book: known.book, generation: known.generation)
    }
    let found = try slots.read(file, rootKey: rootKey)
    let (book, generation) = (found.content, found.generation)
    if found.isSettled {
      knownBook.withLock { $0 = KnownBook(heads: heads, book: book, generation: generation) }
    }
    return BookReading(book: book, generation: generation, isSettled: found.isSettled)
  }

  private func isMoved(_ book: ContactBook, _ identity: FileIdentity) -> Bool {
    !book.identity.matches(identity) || isOtherMachine(book)
  }

  /// If no machine was recorded, none is compared.
  private func isOtherMachine(_ book: ContactBook) -> Bool {
    if book.machines.isEmpty { return false }
    return machine.map { !book.machines.contains($0) } ?? true
  }

  /// The first 16 bytes of SHA-256 of machine-id(5).
  var machine: [UInt8]? {
    environment.machineID.map { Array(SHA256.hash($0.span).prefix(16)) }
  }

  func compare(_ reading: inout BookReading) {
    guard let counter = bookCounter(reading.book) else { return }
    do throws(SystemError) {
      guard let value = try counter.read() else {
        if reading.book.counterDirectory != nil {
          reading.counterFault = .counterGone(path: counter.path)
        }
        return
      }
      // Only a pad's counter says that it was forgotten.
      if value == RollbackCounter.forgotten {
        reading.counterFault = .counterGone(path: counter.path)
      } else if value.isAhead(of: reading.counterValue) {
        reading.newerGeneration = value.generation
      }
    } catch { reading.counterFault = .system(error) }
  }

  func bookCounter(_ book: ContactBook) -> RollbackCounter? {
    directory(of: book).map { RollbackCounter(ofBookIn: $0, vault: id, storage) }
  }

  // MARK: Changing

  /// Changes the book, durably. What proves that the vault went back is acted upon first. `change`
  /// learns the generation that the book will have.
  ///
  /// The caller may hold one pad's lock, and none on the book.
  func changeBook<Result>(
    _ change: (inout ContactBook, _ generation: UInt64) throws(VaultError) -> Result
  ) throws(VaultError) -> Result {
    var opened = try openBook()
    // What the counter would say must not be passed by unheard.
    if let fault = opened.found.counterFault, !fault.isGoneCounter { throw fault }
    if let newer = opened.found.newerGeneration {
      var closed = opened.file.reading.content
      closed.closeAll(for: .vaultIsOlder)
      try commit(&opened.file, closed, beyond: newer)
    }
    var book = opened.file.reading.content
    let result = try change(&book, opened.file.generation + 1)
    if book != opened.file.reading.content { try commit(&opened.file, book) }
    return result
  }

  /// The book, locked for a change, and what was found before it was repaired: repairing raises the
  /// generation, which the counter is compared with.
  private struct OpenBook: ~Copyable {
    var file: SlotFile<ContactBook>
    let found: BookReading
  }

  /// Locks the book, compares it, repairs it, and refuses one that was moved.
  private func openBook() throws(VaultError) -> OpenBook {
    var file = try SlotFile(bookPath(), bookSlots, of: self)
    if try isMoved(file.reading.content, identity(of: file)) { throw .moved(path: directory) }
    let found = compared(file)
    try repair(&file, isOlder: found.newerGeneration != nil)
    return OpenBook(file: file, found: found)
  }

  /// Makes the book durable as it is read from here on; answers which generation that is.
  func settleBook() throws(VaultError) -> UInt64 { try openBook().file.generation }

  func compared(_ file: borrowing SlotFile<ContactBook>) -> BookReading {
    var reading = BookReading(book: file.reading.content, generation: file.generation)
    compare(&reading)
    return reading
  }

  /// Repairing raises the generation, which may pass that of the counter: what the counter has shown
  /// goes into the book with it.
  func repair(_ file: inout SlotFile<ContactBook>, isOlder: Bool) throws(VaultError) {
    var book = file.reading.content
    if isOlder { book.closeAll(for: .vaultIsOlder) }
    book.mark = environment.randomness.number()
    try file.repair(with: book)
  }

  func identity(of file: borrowing SlotFile<ContactBook>) throws(VaultError) -> FileIdentity {
    let file = file.file
    return try system { () throws(SystemError) in try FileIdentity(of: file) }
  }

  /// Closes every pad of the vault, since something here is newer than the vault: a state has seen
  /// the generation `seen` of the book, or there are complete pads that the book does not list.
  /// Those are listed. The book's counter does not follow, or it would close the vault that this one
  /// is an older copy of.
  func closeAsOlder(
    seen: UInt64 = 0, listing unlisted: [UnlistedPad] = []
  ) throws(VaultError) {
    var opened = try openBook()
    var book = opened.file.reading.content
    let missing = unlisted.filter { book.pad($0.id) == nil }
    // Somebody was making them, and has listed them meanwhile.
    if missing.isEmpty, !unlisted.isEmpty { return }
    for pad in missing { book.add(pad.id, of: pad.contact, role: pad.role, keys: pad.keys) }
    book.closeAll(for: .vaultIsOlder)
    let newer = max(seen, opened.found.newerGeneration ?? 0)
    if book != opened.file.reading.content || newer > opened.file.generation {
      try commit(&opened.file, book, beyond: newer)
    }
  }

  /// Writes the book into both slots. `newer` is the generation that proved that the vault went
  /// back: the new one passes it, and the counter stays.
  func commit(
    _ file: inout SlotFile<ContactBook>, _ book: ContactBook, beyond newer: UInt64? = nil
  ) throws(VaultError) {
    var book = book
    let identity = try identity(of: file)
    book.mark = environment.randomness.number()
    if book.identity.matches(identity) { book.identity = identity }
    if book.machines.isEmpty, let machine { book.machines = [machine] }
    // What proves that the vault went back must not be overwritten before the closing is durable.
    if book.counterDirectory == nil, newer == nil {
      book.counterDirectory = makeBookCounter(counterValue(of: file))
    }
    guard book.encodedBytes <= file.capacity else { throw .tooManyContacts }
    try file.commit(book, after: newer ?? 0)
    if newer == nil, let counter = bookCounter(book) {
      let value = RollbackCounter.Value(generation: file.generation, mark: book.mark)
      do throws(SystemError) { try counter.follow(value) } catch {
        environment.warnOfCounter(error)
      }
    }
    try file.finish()
  }

  private func counterValue(
    of file: borrowing SlotFile<ContactBook>
  ) -> RollbackCounter.Value {
    RollbackCounter.Value(generation: file.generation, mark: file.reading.content.mark)
  }

  /// The directory in which counters are kept from now on; nil if there cannot be any.
  func makeBookCounter(_ value: RollbackCounter.Value) -> String? {
    guard let directory = environment.counterDirectory else { return nil }
    let counter = RollbackCounter(ofBookIn: directory, vault: id, storage)
    do throws(SystemError) {
      try counter.create(value)
      return directory
    } catch {
      environment.warnOfCounter(error)
      return nil
    }
  }

  /// A book from before there were counters names no directory. If there are some by now, they are
  /// where the next change would put them.
  private func directory(of book: ContactBook) -> String? {
    book.counterDirectory ?? environment.counterDirectory
  }

  /// The counter of a pad; nil if there can be none.
  func counter(of pad: PadID, _ book: ContactBook) -> RollbackCounter? {
    directory(of: book).map { RollbackCounter(of: pad, in: $0, vault: id, storage) }
  }
}
