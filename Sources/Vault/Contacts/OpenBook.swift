// Invariant 1: proof that the vault went back is in the book, durably, before anything that the
// proof rests on is overwritten.
internal import System

/// The contact book, locked and opened for a change.
struct OpenBook: ~Copyable {
  private let vault: Vault
  private var slots: SlotFile<ContactBook>
  /// Why its counter could not be compared: it is gone, or cannot be read.
  let counterFault: VaultError?
  /// Proof that the vault went back: a generation from its counter, or one that a pad has seen. It
  /// is ahead of the book's, or the same with another mark.
  let newerGeneration: UInt64?
  /// The identity of its file, as it is now.
  let identity: FileIdentity

  var book: ContactBook { slots.reading.content }
  var generation: UInt64 { slots.generation }

  /// Locks the book, compares it with its counter and with what the pads have seen, and finishes a
  /// change that was cut short. Refuses a book that was moved, unless `adopting`. Without
  /// `changes`, compares the pads only if a repair is going to write.
  init(
    of vault: Vault, adopting: Bool = false, changes: Bool = true
  ) throws(VaultError) {
    var slots = try SlotFile(vault.bookPath(), vault.bookSlots, of: vault)
    let file = slots.file
    let identity = try system(FileIdentity(of: file))
    var found = BookReading(book: slots.reading.content, generation: slots.generation)
    vault.compare(&found, with: identity, adopting: adopting)
    if found.isMoved, !adopting { throw .moved(path: vault.directory) }
    if changes || slots.needsRepair, let seen = vault.seenGeneration(aheadOf: found) {
      found.newerGeneration = max(found.newerGeneration ?? 0, seen)
    }
    // Repairing raises the generation, which may pass that of the counter.
    if found.newerGeneration != nil { found.book.closeAll(for: .vaultIsOlder) }
    found.book.mark = vault.environment.randomness.number()
    try slots.repair(with: found.book)
    self.vault = vault
    self.identity = identity
    newerGeneration = found.newerGeneration
    counterFault = found.counterFault
    self.slots = slots
  }

  /// Writes another book into both slots, with a generation above `minimum`. A change that closes
  /// the vault does not move the counter: that would close the vault that this one is a copy of.
  mutating func commit(
    _ changed: ContactBook, after minimum: UInt64 = 0, movesCounter: Bool = true
  ) throws(VaultError) {
    let environment = vault.environment
    var changed = changed
    if changed.identity.matches(identity) { changed.identity = identity }
    if changed.machines.isEmpty, let machine = environment.machine { changed.machines = [machine] }
    // Making the counter replaces what is at its path, which may be the proof.
    if changed.counterDirectory == nil, movesCounter {
      changed.counterDirectory = environment.makeBookCounter(
        of: vault.id, RollbackCounter.Value(generation: generation, mark: book.mark))
    }
    changed.mark = environment.randomness.number()
    guard changed.encodedBytes <= slots.capacity else { throw .tooManyContacts }
    try slots.commit(changed, after: minimum)
    if movesCounter, let counter = vault.counter(of: nil, changed) {
      let value = RollbackCounter.Value(generation: generation, mark: changed.mark)
      environment.changeCounter { () throws(SystemError) in try counter.follow(value) }
    }
    try slots.finish()
  }
}
