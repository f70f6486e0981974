// Invariant 4: reading a packet spends nothing, and what proves a rollback closes the contact first.
internal import Codec
internal import Pad
internal import System

extension OpenPad {
  /// The chunks of a packet that starts at `chunk`; nil unless they are all in the lane.
  func chunks(of packet: PacketInput, at chunk: Int) -> Range<Int>? {
    let count = record.shape.chunksNeeded(bodyBytes: packet.bodyBytes)
    guard chunk + count <= record.receiveChunks else { return nil }
    return chunk..<chunk + count
  }

  /// Throws if any of the chunks is spent: the same packet came again, or is a second one for them.
  /// The header binds tag and first chunk, not the length, which anyone on the way can change: if
  /// the first chunk can still verify the packet, it has to.
  func refuseIfRead(_ packet: PacketInput, _ chunks: Range<Int>) throws(VaultError) {
    guard record.consumed.intersects(chunks) else { return }
    let first = chunks.lowerBound..<chunks.lowerBound + 1
    let isVerifiable = !record.consumed.intersects(first)
    if isVerifiable, try !isAuthentic(packet, lane: record.receiveLane, at: first.lowerBound) {
      throw .foreign
    }
    let claimed = isVerifiable ? chunks : first
    let read = record.readPackets.first { $0.chunks.overlaps(claimed) }
    guard let read else { throw .alreadyReadOrGivenUp(from: name) }
    let isSame =
      read.chunks.lowerBound == chunks.lowerBound && read.shortTag == packet.shortTag
    if isSame { throw .alreadyRead(from: name) }
    throw .padReused(from: name, on: id)
  }

  /// Verifies a packet with the first chunk of its slice, which stays unspent: that chunk holds the
  /// keys of both authenticators. A damaged chunk verifies nothing.
  private func isAuthentic(
    _ packet: PacketInput, lane: Int, at chunk: Int
  ) throws(VaultError) -> Bool {
    let stored = StoredSlice(
      try chunkFile(lock: .shared), record.positions(chunk..<chunk + 1, lane: lane),
      tree: slots.reading.content.tree.copy())
    let position = PacketPosition(padID: id.bytes, lane: lane, chunk: chunk)
    let environment = environment
    do throws(VaultError) {
      return try PadSlice(stored).verifies(packet, at: position, pieceBytes: environment.pieceBytes)
      {
        () throws(SystemError) in try environment.checkNotStopped()
      }
    } catch {
      if stored.damagedChunk == nil { throw error }
      return false
    }
  }

  /// A packet of our own lane at a chunk that we never sent shows that the vault went back, or that
  /// the other end made it: closes the contact. Returns whether it did.
  mutating func closeIfNeverSent(_ packet: PacketInput, at chunk: Int) throws(VaultError) -> Bool {
    guard closure == nil, chunk >= record.nextToSend,
      try isAuthentic(packet, lane: record.sendLane, at: chunk)
    else { return false }
    try closeForPeer()
    return true
  }

  /// Opens a packet with the slice of these chunks, which stay unspent. Nil if it is not authentic.
  /// If its head shows that this vault went back, the contact is closed before `begin`.
  mutating func read(
    _ packet: PacketInput, _ chunks: Range<Int>,
    begin: (borrowing OpenPad, BodyHead, Int) throws(VaultError) -> Void,
    take: (Span<UInt8>) throws(VaultError) -> Void
  ) throws(VaultError) -> BodyHead? {
    let lane = record.receiveLane
    let stored = StoredSlice(
      try chunkFile(lock: .shared), record.positions(chunks, lane: lane),
      tree: slots.reading.content.tree.copy())
    let position = PacketPosition(padID: id.bytes, lane: lane, chunk: chunks.lowerBound)
    let environment = environment
    do throws(VaultError) {
      return try PadSlice(stored).open(
        packet, from: name, at: position, pieceBytes: environment.pieceBytes,
        checkNotStopped: { () throws(SystemError) in try environment.checkNotStopped() },
        begin: { head, count throws(VaultError) in
          // Every earlier packet used at least one chunk: a greater count is nonsense, or malice.
          guard head.sentBefore <= chunks.lowerBound else { throw .malformedBody(from: name) }
          try closeIfPeerIsAhead(head)
          releaseBook()
          try begin(self, head, count)
        }, take: take)
    } catch {
      guard let damaged = stored.damagedChunk else { throw error }
      guard try wasWiped(damaged) else { throw .padDamaged(contact: name, path: chunkPath) }
      // This vault is older than the one that has read the message.
      if closure == nil { try closeAsOlder() }
      throw .alreadyReadOrGivenUp(from: name)
    }
  }

  /// A message that has seen chunks which this vault never sent proves that the vault went back.
  /// Closes the contact, durably, before anything else is done with the message.
  mutating func closeIfPeerIsAhead(_ head: BodyHead) throws(VaultError) {
    if head.peerSeen > record.nextToSend, closure == nil { try closeForPeer() }
  }

  func hasRoomFor(_ head: BodyHead, _ chunks: Range<Int>) -> Bool {
    let change = consuming(head, chunks, shortTag: [UInt8](repeating: 0, count: 8))
    return hasRoom(change.record, spending: change.spent)
  }

  /// The record after a message is read, and what that spends, over both lanes: its chunks, and
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
    record.knownSent = max(record.knownSent, head.sentBefore)
    if let number = head.number {
      record.knownSent = max(record.knownSent, number)
      record.numbersRead.insert(number..<number + 1)
    }
    return (record, spent)
  }
}

extension BodyHead {
  /// The message's number on its lane, from 1 on. A hello has none.
  package var number: Int? { kind == .hello ? nil : sentBefore + 1 }
}
