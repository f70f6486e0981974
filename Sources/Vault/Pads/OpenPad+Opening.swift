// Invariant 1, after a restored backup: evidence against the vault is acted on before a pad
// changes, and whatever it proves is durable first.
internal import Pad
internal import System

extension OpenPad {
  /// Opens and locks a pad, acts on evidence against the vault, and recovers from a change that was
  /// cut short. `isReported`: the person knows already that a message was not sent.
  static func open(
    _ id: PadID, of vault: Vault, adopting: Bool = false, isReported: Bool = false
  ) throws(VaultError) -> OpenPad {
    var pad = try OpenPad(id, of: vault)
    if !adopting { try pad.checkNotMoved() }
    try pad.settleBook()
    try pad.closeIfOlder()
    try pad.repair(isReported: isReported)
    return pad
  }

  private mutating func checkNotMoved() throws(VaultError) {
    let isElsewhere = try !record.identity.matches(identity())
    if book.isMoved || isElsewhere { throw .moved(path: vault.directory) }
    counterFault = book.counterFault
    if let counterFault, !counterFault.isGoneCounter { throw counterFault }
  }

  /// Reads the book again after another process, or this one, has changed it.
  private mutating func readBook() throws(VaultError) {
    releaseBook()
    (book, listed) = try vault.lockBook(listing: slots.reading.content.listing(of: id))
  }

  /// Makes durable a book that the state has not seen yet and that may be only in the cache: its
  /// content is relied on and its generation is stored, so a power cut must not lose it.
  private mutating func settleBook() throws(VaultError) {
    var settled = record.bookGeneration
    // Again if another process changed it meanwhile; no honest disk needs many tries.
    for _ in 0..<100 {
      if book.isDamaged || book.generation <= settled { return }
      releaseBook()
      settled = try vault.settleBook()
      try readBook()
    }
    throw .busy(path: vault.layout.contacts)
  }

  /// Closed pads are ignored: otherwise an old counter would close every pad that is made later.
  private mutating func closeIfOlder() throws(VaultError) {
    if closure != nil || book.isDamaged { return }
    var isOlder = record.bookGeneration > book.generation || book.newerGeneration != nil
    do throws(VaultError) {
      let ahead = try counter?.generation(aheadOf: counterValue, isKept: record.keepsCounter)
      if ahead != nil { isOlder = true }
    } catch {
      guard error.isGoneCounter else { throw error }
      counterFault = error
    }
    if isOlder { try closeAsOlder() }
  }

  /// Closes every pad: something shows that the vault, or this pad, went back in time.
  mutating func closeAsOlder() throws(VaultError) {
    releaseBook()
    try vault.closeAsOlder(seen: record.bookGeneration)
    try readBook()
    try settleBook()
  }

  /// Closes every pad of this contact: the other end has seen chunks that this vault never sent.
  /// Durable when this returns.
  mutating func closeForPeer() throws(VaultError) {
    releaseBook()
    let id = id
    try vault.changeBook { book, _ throws(VaultError) in
      if let entry = book.pad(id) { book.close(entry.contact, for: .peerHasSeenMore) }
    }
    try readBook()
    try settleBook()
  }

  /// Lets others change the book: this pad's mark is durable, or nothing will be sent.
  mutating func releaseBook() { book.lock = nil }

  /// The record with the file's present identity. Gives up a counter that is gone; the next change
  /// makes it again.
  func adoptedRecord() throws(VaultError) -> PadState.Record {
    var record = record
    record.identity = try identity()
    if record.keepsCounter, closure == nil {
      let value = try system(counter?.read())
      if value == nil { record.keepsCounter = false }
    }
    return record
  }

  // MARK: Recovering

  private mutating func repair(isReported: Bool) throws(VaultError) {
    if !slots.needsRepair { return }
    guard let spent = spentByOlderSlot() else {
      return try slots.repair(with: slots.reading.content.changed(to: record))
    }
    if !spent.isEmpty { try wipe(spent, of: chunkFile(lock: .exclusive)) }
    var record = try recoveredRecord(isReported: isReported)
    record.mark = environment.randomness.number()
    try slots.repair(with: slots.reading.content.changed(to: record))
    follow()
  }

  /// Chunks whose keys only the older slot has; nil if no change was cut short.
  private func spentByOlderSlot() -> [Range<Int>]? {
    guard let before = slots.reading.withOlder({ $0.content.tree.living }) else { return nil }
    let living = slots.reading.content.tree.living
    return before.ranges.flatMap { living.gaps(in: $0) }.map {
      $0.clamped(to: 0..<record.shape.chunks)
    }
  }

  /// A packet is released only after both slots agree, so a send that got no further than slot 1
  /// was never released and does not count, unless its packet is in the outbox. Slot 1 is always
  /// written first: if it is the older one, it was put back, or a repair was cut short, and the
  /// packet may be out.
  private func recoveredRecord(
    isReported: Bool
  ) throws(VaultError) -> PadState.Record {
    var recovered = record
    let older = slots.reading.withOlder { ($0.generation, $0.content.record) }
    guard let (generation, older) = older, generation + 1 == slots.generation,
      slots.reading.olderSlot == 0, recovered.nextToSend != older.nextToSend
    else { return recovered }
    try outbox.sync()
    let isKept = try outboxEntries().contains {
      (older.nextToSend..<recovered.nextToSend).contains($0.entry.chunk)
    }
    if isKept { return recovered }
    recovered.previousEnd = older.previousEnd
    recovered.sentCount = older.sentCount
    if older.sentCount != record.sentCount, !isReported {
      environment.warn(.lastMessageUnsent(to: name))
    }
    return recovered
  }
}

extension Vault {
  /// Locks the contact book, and returns it with its entry for a complete pad. A book that does not
  /// list the pad went back; if the book is damaged, messages can still be read.
  func lockBook(
    listing own: ContactBook.Pad
  ) throws(VaultError) -> (BookReading, ContactBook.Pad) {
    func lock() throws(VaultError) -> BookReading {
      do throws(VaultError) { return try lockBook() } catch {
        guard case .bookDamaged = error else { throw error }
        return bookFromPads([own])
      }
    }
    var reading = try lock()
    if reading.book.pad(own.id) == nil {
      reading.lock = nil
      if try gone.ids().contains(own.id) {
        throw .system(SystemError("open", layout.state(own.id), code: SystemError.notFound))
      }
      if reading.isMoved { throw .moved(path: directory) }
      try closeAsOlder(listing: [own])
      reading = try lock()
    }
    guard let listed = reading.book.pad(own.id) else { throw .replaced(path: layout.contacts) }
    return (reading, listed)
  }
}
