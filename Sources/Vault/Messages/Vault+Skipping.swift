internal import Pad

extension Vault {
  /// Gives up on messages from a contact that have not arrived, as far as later ones show that they
  /// were sent: their chunks are spent and their keys destroyed. Returns how many messages.
  package func skip(_ name: String) throws(VaultError) -> Int {
    let pads = try contact(name).pads
    // One that cannot be changed is found before anything is given up.
    for summary in pads { _ = try OpenPad.open(summary.id, of: self) }
    var skipped = 0
    for summary in pads {
      var pad = try OpenPad.open(summary.id, of: self)
      skipped += try pad.skip()
    }
    return skipped
  }
}

extension OpenPad {
  /// All of the receiving lane below the highest consumed chunk becomes consumed: one range, and
  /// few keys to keep.
  fileprivate mutating func skip() throws(VaultError) -> Int {
    var record = record
    let behind = 0..<record.consumed.end
    let spent = record.consumed.gaps(in: behind).map {
      record.positions($0, lane: record.receiveLane)
    }
    let missing = record.missing.reduce(0) { $0 + $1.count }
    record.consumed.insert(behind)
    record.numbersRead.insert(1..<record.knownSent + 1)
    if record != self.record { try commit(record, spending: spent) }
    return missing
  }
}
