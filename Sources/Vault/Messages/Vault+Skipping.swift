internal import Pad

extension Vault {
  /// Gives up on messages from a contact that have not arrived, if later ones show that they were
  /// sent: spends their chunks and destroys their keys. Returns what that was.
  @discardableResult
  package func skip(_ name: String) throws(VaultError) -> Skippable {
    let pads = try contact(name).pads
    // Finds a pad that cannot be changed before anything is given up.
    for summary in pads { _ = try OpenPad.open(summary.id, of: self) }
    var skipped = Skippable()
    for summary in pads {
      var pad = try OpenPad.open(summary.id, of: self)
      skipped += try pad.skip()
    }
    return skipped
  }
}

extension OpenPad {
  /// Consumes everything in the receiving lane below the highest consumed chunk: one range, and few
  /// keys to keep.
  fileprivate mutating func skip() throws(VaultError) -> Skippable {
    var record = record
    let skippable = record.skippable
    let behind = 0..<record.consumed.end
    let spent = record.consumed.gaps(in: behind).map {
      record.positions($0, lane: record.receiveLane)
    }
    record.consumed.insert(behind)
    record.numbersRead.insert(1..<record.knownSent + 1)
    if record != self.record { try commit(record, spending: spent) }
    return skippable
  }
}
