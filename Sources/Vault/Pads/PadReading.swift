internal import Pad

/// One pad's state as a reader found it; nothing in it is secret.
struct PadReading: Sendable {
  let id: PadID
  /// Nil if the state could not be read: then `error` says why.
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

  /// The latest generation of the contact book that the pad has seen, if the pad proves that the
  /// vault went back. It need not be above the book's if the counter is the proof. Only a pad that
  /// is open for sending counts: otherwise an old counter would close every pad that is made
  /// later.
  func seenGeneration(ifNewerThan reading: BookReading) -> UInt64? {
    guard !reading.isDamaged, let pad = reading.book.pad(id), let record,
      reading.book.closure(of: pad) == nil,
      isBehindCounter || record.bookGeneration > reading.generation
    else { return nil }
    return record.bookGeneration
  }
}
