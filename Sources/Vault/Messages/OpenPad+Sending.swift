internal import Codec
internal import Pad
internal import System

/// A packet that was made, and what the other end will answer to it.
struct SealedPacket {
  let source: any ByteSource
  let entry: OutboxEntry
  /// The packet is in the outbox, but something failed after that: the next opening does the rest.
  let needsRepair: Bool
}

extension OpenPad {
  /// The most chunks to skip for one message: searching a large pad without a sound chunk
  /// would take hours.
  private static let mostDamagedChunks = 1 << 16

  /// Spends the next chunks on a message and returns its packet, in a place of the caller's choice.
  mutating func send(
    _ kind: BodyHead.Kind, _ content: any ByteSource, to target: SendTarget
  ) throws(VaultError) -> SealedPacket {
    if book.isDamaged { throw .bookDamaged(path: vault.layout.contacts) }
    if let closure { throw .sendingClosed(name, closure) }
    if let counterFault { throw counterFault }
    guard record.isConfirmed else { throw .waitingForPeer(name) }
    let head = BodyHead(
      kind: kind, peerSeen: record.consumed.end, previousEnd: record.previousEnd,
      sentBefore: record.sentCount)
    let body = BodyEncoder(head, content, filling: target.isOutbox ? record.shape : nil)
    let chunks = try soundChunks(record.shape.chunksNeeded(bodyBytes: body.count))
    let lane = record.sendLane
    let position = PacketPosition(padID: id.bytes, lane: lane, chunk: chunks.lowerBound)
    let destination = try destination(body.count + Packet.overheadBytes, target)
    let keys = slots.reading.content.headerKeys
    let headerKey = keys.key(lane: lane)
    let outbox = outbox
    let pieceBytes = environment.pieceBytes
    let (changed, spent) = sending(chunks, kind)
    var tag: [UInt8] = []
    var (isKept, needsRepair) = (false, false)
    do throws(VaultError) {
      try spend(record.positions(chunks, lane: lane), of: spent, recording: changed) {
        slice throws(VaultError) in
        do throws(SystemError) {
          tag = try slice.seal(
            body, at: position, headerKey: headerKey, pieceBytes: pieceBytes, into: destination)
          if case .outbox(let file, _) = destination {
            try outbox.keep(file, as: keys.receipt(.arrived, tag: tag, lane: lane))
            isKept = true
          }
        } catch { throw .system(error) }
      }
    } catch {
      if outcome == .unchanged { throw error }
      needsRepair = true
      guard isKept else {
        throw .spentInVain(to: name, isCertain: outcome == .durable, because: error)
      }
    }
    return SealedPacket(
      source: destination.source,
      entry: OutboxEntry(
        pad: id, count: destination.source.count, chunk: chunks.lowerBound, tag: tag, keys: keys,
        lane: lane),
      needsRepair: needsRepair)
  }

  /// The destination of a packet of `count` bytes.
  private func destination(
    _ count: Int, _ target: SendTarget
  ) throws(VaultError) -> PacketDestination {
    switch target {
    case .memory: try vault.destination(count)
    case .file(let file): .file(file, count: count)
    case .outbox: .outbox(try outbox.begin(count), count: count)
    }
  }

  /// The record after sending with `chunks`, and what that spends, over both lanes: the chunks, and
  /// the skipped ones before them.
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

  /// The next `count` chunks that are all sound. Skips a damaged chunk and those before it.
  private mutating func soundChunks(_ count: Int) throws(VaultError) -> Range<Int> {
    var start = record.nextToSend
    while true {
      let isOver = start + count > record.sendChunks
      if isOver && start > record.nextToSend
        || start - record.nextToSend > OpenPad.mostDamagedChunks
      {
        // It may be the wrong file, so nothing is given up.
        throw .padDamaged(contact: name, path: chunkPath)
      }
      if isOver {
        let chunkBytes = record.shape.chunkBytes
        throw .notEnoughPad(
          name, left: (record.sendChunks - start) * chunkBytes, needed: count * chunkBytes)
      }
      let chunks = start..<start + count
      guard let damaged = try firstDamaged(chunks) else {
        if start > record.nextToSend { environment.warn(.chunksPassedOver(path: chunkPath)) }
        return chunks
      }
      if try wasWiped(damaged) {
        try closeAsOlder()
        throw .sendingClosed(name, closure ?? .vaultIsOlder)
      }
      start = damaged - record.shape.position(lane: record.sendLane, index: 0) + 1
    }
  }

  private func firstDamaged(_ chunks: Range<Int>) throws(VaultError) -> Int? {
    var reader = ChunkReader(
      try chunkFile(lock: .shared), record.positions(chunks, lane: record.sendLane))
    while true {
      switch try system(reader.advance(slots.reading.content.tree)) {
      case .piece: continue
      case .damaged(let position): return position
      case .end: return nil
      }
    }
  }
}
