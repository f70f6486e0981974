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

  /// What it proves of the vault. Only a pad that is open for sending speaks: an old counter would
  /// else close each pad that is made later.
  func evidence(against reading: BookReading) -> Evidence? {
    guard !isMoved, !reading.isDamaged, let pad = reading.book.pad(id), let record,
      reading.book.closure(of: pad) == nil
    else { return nil }
    if record.bookGeneration > reading.generation {
      return .bookIsOlder(seen: record.bookGeneration)
    }
    return isBehindCounter ? .padIsOlder : nil
  }

  enum Evidence: Equatable {
    case padIsOlder
    /// The pad has seen this generation of the book.
    case bookIsOlder(seen: UInt64)

    var seenGeneration: UInt64 {
      if case .bookIsOlder(let seen) = self { seen } else { 0 }
    }
  }
}
