// Invariants 1 and 2 rest on the order of writes here: the new content goes into one slot and is
// synced (the commit point), then whatever depends on it is done, then it goes into the other slot.
// After any error the value is dropped: nothing is undone, and the next opening recovers.
internal import Pad
internal import System

/// A file of two sealed slots, locked and read for a change.
struct SlotFile<Content: SlotContent & ~Copyable>: ~Copyable {
  let file: any StoredFile
  private let slots: SealedSlots<Content>
  private let vault: Vault
  private(set) var reading: SlotReading<Content>
  /// After a failed sync the cache shows what the medium lacks, and readers would keep seeing it.
  private var isCacheStale: Bool
  /// Bytes of each slot, whole pages, that the next write has to cover.
  private var covered: [Int]

  var generation: UInt64 { reading.generation }
  var needsRepair: Bool { isCacheStale || !reading.isSettled }
  var capacity: Int { slots.capacity }

  /// Opens and locks the file. A kill can leave the cache ahead of the disk, and a failed sync can
  /// leave it showing what the disk lacks: so this syncs first, and then reads past the cache.
  init(_ path: String, _ slots: SealedSlots<Content>, of vault: Vault) throws(VaultError) {
    let (file, attributes) = try VaultFile.openWithAttributes(
      path, lock: .exclusive, in: vault.environment)
    try VaultFile.checkFileSystem(file, vault.environment)
    guard try VaultFile.isWhole(attributes, path: path, bytes: slots.fileBytes) else {
      throw Content.damage(path: path)
    }
    let bytes = try system { () throws(SystemError) in
      try file.syncData()
      return try VaultFile.readCopies(of: slots.slotBytes) { count, offset throws(SystemError) in
        try file.readPastCache(count: count, at: offset)
      }
    }
    let reading = try SlotReading(bytes, slots, path: path, rootKey: vault.rootKey)
    self.file = file
    self.slots = slots
    self.vault = vault
    covered = [0, 1].map { SlotHead.covered(slots.slot($0, of: bytes.span)) }
    isCacheStale = SlotFile.isStale(file, bytes)
    if isCacheStale {
      file.dropCache()
      isCacheStale = SlotFile.isStale(file, bytes)
    }
    self.reading = reading
  }

  /// Whether the cache differs from the medium. An unreadable sector, which a read past the cache
  /// gives as zeros, does not make the cache stale.
  private static func isStale(_ file: any StoredFile, _ medium: [UInt8]) -> Bool {
    let cached = try? VaultFile.read(medium.count, of: file)
    return cached.map { !$0.span.equals(medium.span) } ?? false
  }

  /// Makes new content durable in slot 1: the commit point. `minimum` is for a file that went back:
  /// its generation must pass the one that proved it.
  mutating func commit(_ content: consuming Content, after minimum: UInt64 = 0) throws(VaultError) {
    reading.content = content
    reading.generation = max(reading.generation, minimum) + 1
    try write(slot: 1)
  }

  /// Brings slot 0 up to date with the commit: its old content is gone.
  mutating func finish() throws(VaultError) { try write(slot: 0) }

  /// Finishes a change that was cut short, rewrites a damaged slot, or makes the cache agree with
  /// the medium. Anything that only the older slot knew of must be destroyed before this.
  /// `content` is used only if no slot is damaged.
  mutating func repair(with content: consuming Content) throws(VaultError) {
    if let slot = reading.damagedSlot {
      try write(slot: slot)
      reading.damagedSlot = nil
      vault.environment.warn(.mended(path: file.path))
    } else if reading.older != nil || isCacheStale {
      let slot = reading.olderSlot
      reading.older = nil
      isCacheStale = false
      reading.content = content
      reading.generation += 1
      try write(slot: slot)
      try write(slot: 1 - slot)
    }
  }

  private mutating func write(slot: Int) throws(VaultError) {
    let page = slots.seal(
      reading.content.encoded(), generation: reading.generation, slot: slot,
      covering: covered[slot], rootKey: vault.rootKey, randomness: vault.environment.randomness)
    let (file, offset) = (file, slot * slots.slotBytes)
    try system { () throws(SystemError) in
      try file.write(page.span, at: offset)
      try file.syncData()
    }
    covered[slot] = page.count
  }
}
