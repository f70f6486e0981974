// Invariants 1 and 5, checked once more on everything that is read: a chunk is spent or has a key,
// never both and never neither.
internal import Pad

extension PadState {
  /// Whether the numbers can stand together. What this program writes always does.
  var isConsistent: Bool {
    record.bookGeneration < VaultHeader.generations.upperBound && sentIsConsistent
      && receivedIsConsistent && treeIsConsistent
  }

  /// Every message took a chunk at least.
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

  /// One walk over nodes and spent chunks together, both in order: a state may have a thousand of
  /// each.
  private var treeIsConsistent: Bool {
    var spent = spentPositions[...]
    var end = 0
    var living = 0
    for node in tree.nodes {
      let leaves = tree.leaves(below: node)
      while let first = spent.first, first.upperBound <= leaves.lowerBound { spent.removeFirst() }
      if leaves.lowerBound < end || spent.first?.overlaps(leaves) == true { return false }
      end = leaves.upperBound
      living += leaves.clamped(to: 0..<record.shape.chunks).count
    }
    return living + record.nextToSend + record.consumed.count == record.shape.chunks
  }

  /// Over both lanes, in order.
  private var spentPositions: [Range<Int>] {
    let sent = [record.positions(0..<record.nextToSend, lane: record.sendLane)]
    let received = record.consumed.ranges.map { record.positions($0, lane: record.receiveLane) }
    let spent = record.sendLane < record.receiveLane ? sent + received : received + sent
    return spent.filter { !$0.isEmpty }
  }
}
