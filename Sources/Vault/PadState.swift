internal import Codec
internal import Pad

/// Everything that is known of a pad but its bytes (vault.md, "State").
struct PadState: ~Copyable {
  /// The part that is no secret in memory and can be copied freely.
  struct Record: Equatable {
    let shape: PadShape
    let role: PadRole
    var contact: String
    /// Pads are used oldest first; no clock says which that is.
    var sequence = 0
    /// The last decision that the record follows (`Decisions`).
    var followed: DecisionID?
    /// The last decision before the pad was made.
    var made: DecisionID?
    let provenance: Provenance
    var binding: Binding

    /// The other end is known to hold the identical pad.
    var isConfirmed: Bool
    var closure: SendingClosure?

    /// The first chunk of our lane that was never reserved.
    var nextToSend = 0
    /// One past the last chunk of our last packet that may have been released.
    var previousEnd = 0
    /// Our packets that may have been released, hellos apart.
    var sentCount = 0

    /// Chunks of the other end's lane that are spent: read, or never used by it.
    var consumed = ChunkSet()
    /// Messages read, hellos apart.
    var readCount = 0
    /// Messages that the other end is known to have sent, as far as it may have released them.
    var knownSent = 0
    /// The last packets read, oldest first.
    var readPackets: [ReadPacket] = []

    /// Messages that were sent and have not been read.
    var missing: Int { max(0, knownSent - readCount) }
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
  /// The generation that this one came after; nil where it is the one before.
  var generationBefore: UInt64?
  /// 32 bytes for lane 0, 32 for lane 1.
  let headerKeys: SecretBytes
  let tree: KeyTree

  init(record: Record, headerKeys: consuming SecretBytes, tree: consuming KeyTree) {
    self.record = record
    self.headerKeys = headerKeys
    self.tree = tree
  }

  /// Lends the header key of a lane.
  func withHeaderKey<Result: ~Copyable>(lane: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    headerKeys.withBytes { body($0.extracting(lane * 32..<lane * 32 + 32)) }
  }

  /// A state with another record and the keys of `spent` (over both lanes) gone.
  func changed(to record: Record, spending spent: [Range<Int>]) -> PadState {
    let keys = headerKeys.withBytes { SecretBytes(copying: $0) }
    return PadState(record: record, headerKeys: keys, tree: tree.punctured(spent))
  }
}
