// Invariants 1 and 5, checked once more on everything that is read: a chunk is spent or has a key,
// never both and never neither.
internal import Pad

extension PadState {
  /// Whether the numbers agree with each other. Those that this program writes always do.
  var isConsistent: Bool {
    record.bookGeneration < VaultHeader.generations.upperBound && sentIsConsistent
      && receivedIsConsistent && treeIsConsistent
  }

  /// Every message used at least one chunk.
  private var sentIsConsistent: Bool {
    record.nextToSend <= record.sendChunks && record.previousEnd <= record.nextToSend
      && record.sentCount <= record.nextToSend
  }

  private var receivedIsConsistent: Bool {
    record.consumed.end <= record.receiveChunks && record.knownSent <= record.receiveChunks
      && record.numbersRead.end <= record.knownSent + 1
      && record.numbersRead.ranges.first?.lowerBound ?? 1 >= 1
      && record.readPackets.count <= ReadPacket.kept
      && record.readPackets.allSatisfy { record.consumed.contains($0.chunks) }
  }

  /// Nodes are in order; together with the spent chunks they cover every chunk exactly once.
  private var treeIsConsistent: Bool {
    let living = tree.nodes.map { tree.leaves(below: $0) }
    let sent = record.positions(0..<record.nextToSend, lane: record.sendLane)
    let received = record.consumed.ranges.map { record.positions($0, lane: record.receiveLane) }
    let spent = (received + [sent]).filter { !$0.isEmpty }
    let all = (living + spent).sorted { $0.lowerBound < $1.lowerBound }
    let chunks = 0..<record.shape.chunks
    return isApart(living) && isApart(all)
      && all.reduce(0) { $0 + $1.clamped(to: chunks).count } == chunks.count
  }

  private func isApart(_ ranges: [Range<Int>]) -> Bool {
    zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
  }
}
