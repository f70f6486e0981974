internal import Codec
internal import Pad

extension OpenPad {
  /// The chunks of a packet that starts at `chunk`; nil when they are not all in the lane.
  func chunks(of packet: PacketInput, at chunk: Int) -> Range<Int>? {
    let count = record.shape.chunksNeeded(bodyBytes: packet.bodyBytes)
    guard chunk + count <= record.receiveChunks else { return nil }
    return chunk..<chunk + count
  }

  /// Throws when any of the chunks is spent: the same packet again, one that was lengthened, or a
  /// second one for them.
  func refuseIfRead(_ packet: PacketInput, _ chunks: Range<Int>) throws(VaultError) {
    guard record.consumed.intersects(chunks) else { return }
    // The header binds tag and first chunk, not the length, which anybody on the way can change.
    let read = record.readPackets.first { $0.chunks.contains(chunks.lowerBound) }
    guard let read else { throw .alreadyReadOrGivenUp(from: record.contact) }
    let isSame =
      read.chunks.lowerBound == chunks.lowerBound && read.shortTag == packet.shortTag
    if isSame { throw .alreadyRead(from: record.contact) }
    throw .secondPacket(from: record.contact, on: id)
  }

  /// A packet, to be read with the slice of these chunks.
  func opening(_ packet: PacketInput, _ chunks: Range<Int>) throws(VaultError) -> PacketOpening {
    let lane = record.receiveLane
    return PacketOpening(
      packet, at: place(chunks, lane: lane), slice: record.positions(chunks, lane: lane),
      try readableChunks())
  }

  /// Runs a step of reading a packet.
  func reading<Result: ~Copyable>(
    _ step: () throws(PacketOpening.Failure) -> Result
  ) throws(VaultError) -> Result {
    do throws(PacketOpening.Failure) { return try step() } catch {
      switch error {
      case .damagedChunk: throw .padDamaged(contact: record.contact, path: chunkPath)
      case .system(let error): throw .system(error)
      case .changed: throw .foreign
      case .recipient(let error): throw error
      }
    }
  }

  /// Whether a message has seen chunks which this vault never sent: a witness against this vault.
  func isWitnessed(by head: BodyHead) -> Bool {
    record.closure == nil && head.peerSeen > record.nextToSend
  }

  func hasRoomFor(_ head: BodyHead, _ chunks: Range<Int>) -> Bool {
    let change = consuming(head, chunks, shortTag: [UInt8](repeating: 0, count: 8))
    return hasRoom(change.record, spending: change.spent)
  }

  /// The record once a message is read, and what is spent by it over both lanes: its chunks, and
  /// those before it that the sender never used on the wire.
  func consuming(
    _ head: BodyHead, _ chunks: Range<Int>, shortTag: [UInt8]
  ) -> (record: PadState.Record, spent: [Range<Int>]) {
    var record = record
    let neverUsed = min(head.previousEnd, chunks.lowerBound)..<chunks.lowerBound
    let range = neverUsed.lowerBound..<chunks.upperBound
    let spent = record.consumed.gaps(in: range).map {
      record.positions($0, lane: record.receiveLane)
    }
    record.consumed.insert(range)
    record.readPackets.append(ReadPacket(chunks: chunks, shortTag: shortTag))
    record.readPackets.removeFirst(max(0, record.readPackets.count - ReadPacket.kept))
    record.isConfirmed = true
    if head.kind != .hello { record.readCount += 1 }
    record.knownSent = max(record.knownSent, head.sentBefore + (head.kind == .hello ? 0 : 1))
    return (record, spent)
  }
}
