internal import Pad

extension Vault {
  /// Gives up on messages from a contact that have not arrived, as far as later ones show that they
  /// were sent: their chunks are spent and their keys destroyed. Returns how many messages.
  package func skip(_ name: String) throws(VaultError) -> Int {
    try hearWitnesses(of: name)
    let pads = try contact(name).pads
    // One that cannot be changed is found before anything is given up.
    for summary in pads { _ = try openPad(summary.id) }
    var givenUp = 0
    for summary in pads {
      var pad = try openPad(summary.id)
      givenUp += try pad.skip()
    }
    return givenUp
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
    let missing = record.missing
    record.consumed.insert(behind)
    record.readCount = max(record.readCount, record.knownSent)
    if record != self.record { try commit(record, spending: spent) }
    return missing
  }
}
