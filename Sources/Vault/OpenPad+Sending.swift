internal import Codec
internal import Pad
internal import System

extension OpenPad {
  /// What became of the mark that the last change writes.
  enum Outcome {
    case unchanged
    /// It was written, and may be durable or not.
    case uncertain
    case durable
  }

  /// So many damaged chunks one after the other are passed over at a time, and no more: looking
  /// through a large pad of which nothing is left would take hours.
  private static let mostDamagedChunks = 1 << 16

  private static func passedOver(_ path: String) -> String {
    "a part of \(path) is damaged, and was passed over: check the disk"
  }

  /// Spends the next chunks on a message and returns its packet.
  mutating func send(
    _ kind: BodyHead.Kind, _ content: any ByteSource, in file: (any StoredFile)?
  ) throws(VaultError) -> any ByteSource {
    if let closure = record.closure { throw .sendingClosed(record.contact, closure) }
    guard record.isConfirmed else { throw .waitingForPeer(record.contact) }
    let head = BodyHead(
      kind: kind, peerSeen: record.consumed.end, previousEnd: record.previousEnd,
      sentBefore: record.sentCount)
    let body = BodyReader(head, content)
    let chunks = try soundChunks(record.shape.chunksNeeded(bodyBytes: body.count))
    let (lane, place) = (record.sendLane, place(chunks, lane: record.sendLane))
    let slice = record.positions(chunks, lane: lane)
    let sealing = PacketSealing(
      place: place, slice: slice, into: try placing(body.count + Packet.overheadBytes, in: file),
      headerKey: state.withHeaderKey(lane: lane) { SecretBytes(copying: $0) })
    let (changed, spent) = sending(chunks, kind)
    do throws(VaultError) {
      try commit(changed, spending: [spent]) { file, tree throws(VaultError) in
        try sealing.run(body, file, tree)
      }
    } catch {
      if outcome == .unchanged { throw error }
      throw .spentInVain(to: record.contact, isCertain: outcome == .durable, because: error)
    }
    return sealing.packet
  }

  /// The record once `chunks` are sent with, and what is spent by it over both lanes: chunks, and
  /// those before it that were passed over.
  private func sending(
    _ chunks: Range<Int>, _ kind: BodyHead.Kind
  ) -> (record: PadState.Record, spent: Range<Int>) {
    var record = record
    let spent = record.nextToSend..<chunks.upperBound
    record.nextToSend = chunks.upperBound
    if kind != .hello {
      record.previousEnd = chunks.upperBound
      record.sentCount += 1
    }
    return (record, record.positions(spent, lane: record.sendLane))
  }

  /// The next `count` chunks that are all sound. A damaged one is passed over, and those before it.
  private func soundChunks(_ count: Int) throws(VaultError) -> Range<Int> {
    var start = record.nextToSend
    while true {
      let isOver = start + count > record.sendChunks
      if isOver && start > record.nextToSend
        || start - record.nextToSend > OpenPad.mostDamagedChunks
      {
        // The file may be the wrong one: nothing is given up.
        throw .padDamaged(contact: record.contact, path: chunkPath)
      }
      if isOver {
        let chunkBytes = record.shape.chunkBytes
        throw .notEnoughPad(
          record.contact, left: (record.sendChunks - start) * chunkBytes,
          needed: count * chunkBytes)
      }
      let chunks = start..<start + count
      guard let damaged = try firstDamaged(chunks) else {
        if start > record.nextToSend { environment.warn(OpenPad.passedOver(chunkPath)) }
        return chunks
      }
      start = damaged - record.shape.position(lane: record.sendLane, index: 0) + 1
    }
  }

  private func firstDamaged(_ chunks: Range<Int>) throws(VaultError) -> Int? {
    var reader = SliceReader(
      try readableChunks(), record.positions(chunks, lane: record.sendLane))
    while true {
      let advance: SliceReader.Advance
      do throws(SystemError) { advance = try reader.advance(state.tree) } catch {
        throw .system(error)
      }
      switch advance {
      case .piece: continue
      case .damaged(let position): return position
      case .end: return nil
      }
    }
  }
}
