internal import Codec
internal import Pad

/// Everything known about a pad, apart from its bytes and its entry in the contact book
/// (vernam-vault(5), "The state of a pad").
struct PadState: ~Copyable {
  /// The part that is not secret in memory and can be copied freely.
  struct Record: Equatable {
    let shape: PadShape
    let role: PadRole
    /// Random for each change, so that copies of a vault that reach the same generation differ
    /// (`RollbackCounter`).
    var mark: UInt64 = 0
    /// The contact it belongs to, in case the book is lost.
    let contact: ContactID
    let provenance: Provenance
    /// Identity of the file that holds the state.
    var identity: FileIdentity
    /// A counter is kept outside the vault.
    var keepsCounter = false
    /// The latest generation of the contact book that was durable before this state was written.
    var bookGeneration: UInt64 = 0

    /// The other end is known to hold the identical pad.
    var isConfirmed: Bool

    /// The first chunk of our lane that is not spent.
    var nextToSend = 0
    /// One past the last chunk of our last packet that may have been released.
    var previousEnd = 0
    /// Our packets that may have been released, not counting hellos.
    var sentCount = 0

    /// Chunks of the other end's lane that are spent: read, or never used by it.
    var consumed = RangeList()
    /// Numbers of the messages that were read or skipped. The first message of a lane is number 1;
    /// hellos have none.
    var numbersRead = RangeList()
    /// How many messages the other end is known to have sent: those that it may have released.
    var knownSent = 0
    /// The last packets read, oldest first.
    var readPackets: [ReadPacket] = []

    /// Numbers of messages that were sent and have not been read.
    var missing: [Range<Int>] { numbersRead.gaps(in: 1..<knownSent + 1) }
    var sendLane: Int { role.sendingLane }
    var receiveLane: Int { role.receivingLane }
    var sendChunks: Int { shape.laneChunks[sendLane] }
    var receiveChunks: Int { shape.laneChunks[receiveLane] }

    /// Chunks of a lane as indices over both lanes.
    func positions(_ chunks: Range<Int>, lane: Int) -> Range<Int> {
      let first = shape.position(lane: lane, index: chunks.lowerBound)
      return first..<first + chunks.count
    }
  }

  var record: Record
  let headerKeys: HeaderKeys
  let tree: KeyTree

  /// The pad's own description, for a contact book that does not list it.
  func listing(of id: PadID) -> ContactBook.Pad {
    ContactBook.Pad(
      id: id, contact: record.contact, role: record.role, shape: record.shape, keys: headerKeys)
  }

  /// A state with another record and the keys of `spent` (numbered over both lanes) gone.
  func changed(to record: Record, spending spent: [Range<Int>] = []) -> PadState {
    PadState(record: record, headerKeys: headerKeys, tree: tree.punctured(spent))
  }
}
