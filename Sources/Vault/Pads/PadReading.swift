internal import Pad

/// One pad's state as a reader found it; nothing in it is secret.
struct PadReading: Sendable {
  let id: PadID
  /// Nil if the state could not be read: then there is an error.
  let record: PadState.Record?
  var error: VaultError?
  var generation: UInt64 = 0
  /// Its file was copied, restored or moved here.
  var isMoved = false
  /// Why its counter could not be compared: it is gone, or cannot be read.
  var counterFault: VaultError?
  /// Its counter is ahead of it.
  var isBehindCounter = false
  /// One of the two slots of its state is damaged.
  var hasDamagedSlot = false

  /// If the pad proves that the vault went back: the latest generation of the contact book that it
  /// has seen, which is not above the book's if its counter is the proof. Only a pad that is open for
  /// sending speaks: otherwise an old counter would close each pad that is made later.
  func seenGeneration(ifNewerThan reading: BookReading) -> UInt64? {
    guard !reading.isDamaged, let pad = reading.book.pad(id), let record,
      reading.book.closure(of: pad) == nil,
      isBehindCounter || record.bookGeneration > reading.generation
    else { return nil }
    return record.bookGeneration
  }
}
