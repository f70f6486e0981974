import Codec
import Pad

@testable import Vault

/// Everything that the world outside the vault knows and judges it by. A value, so that each state
/// carries its own.
struct Ledger {
  private(set) var released: [Released] = []
  private var releasedPackets: Set<[UInt8]> = []
  /// Packets that were sent to the outbox and that nobody confirmed.
  private(set) var kept: Set<[UInt8]> = []
  /// The last one, if its call has not returned.
  var post: Post?
  /// By pad, the chunks of our lane that were ever released.
  private(set) var used: [PadID: Set<Int>] = [:]
  /// Messages from the other end whose text was delivered, at least in part.
  var delivered: Set<Int> = []
  /// Those that the vault has reported as read.
  var consumed: Set<Int> = []
  /// Whether somebody skipped missing messages, or was about to.
  var mayBeSkipped = false
  /// Whether the message on the other pad was delivered, and read.
  var witnessDelivered = false
  var witnessConsumed = false
  /// Sends that were begun.
  var attempts = 0

  var vault = Standing.present
  var pad = Standing.present
  var otherPad = Standing.absent
  /// The first pad at the other end, if that end is simulated too: in a pairing.
  var peerPad: Standing?
  /// By pad that is being destroyed, the inode of its chunks.
  var chunkFiles: [PadID: Int] = [:]
  var people = [Person(names: [Cast.name], pads: [])]
  /// Two contacts may be one already.
  var isMerging = false
  /// The vault may have any one of these.
  var passphrases = [""]

  /// The vault was moved, and may not have been adopted yet.
  var isMoved = false
  /// The same, for counters outside that were removed.
  var lacksCounters = false
  /// The same, for a contact book damaged in both slots.
  var hasDamagedBook = false
  /// An adoption was begun and may write.
  var isBeingAdopted = false
  /// The person says, truthfully, that nothing was sent from another copy.
  var vouches = false
  /// Pads that may never send again.
  private(set) var closed: Set<PadID> = []
  /// By pad, the first chunk that was not spent when it was closed: a packet whose chunks were
  /// marked before that may still be released.
  private var spentBeforeClosing: [PadID: Int] = [:]
  /// Pads that are closed, or may be.
  private(set) var mayBeClosed: Set<PadID> = []
  /// Pads whose closing was acted on in a way that cannot be undone: it holds for ever.
  private(set) var heard: Set<PadID> = []

  /// A contact was renamed while a pad for it was being made.
  var isAnybodys = false
  /// A contact was forgotten while a pad for it was being made: the pad may be there or not.
  var isForgetting = false
  /// The pad that shows, to anybody who looks at it, that the vault is older.
  private(set) var witness: PadID?
  /// The pads that it closes: those that existed then.
  private var closedByWitness: [PadID] = []

  private(set) var violations: [String] = []

  mutating func forgetViolations() { violations = [] }

  mutating func violate(_ what: String) { violations.append(what) }

  mutating func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
    if !isTrue { violate(what()) }
  }

  func standing(of pad: PadID, _ cast: Cast) -> Standing {
    pad == cast.padID ? self.pad : otherPad
  }

  var isDestroying: Bool { pad == .beingDestroyed || otherPad == .beingDestroyed }

  // MARK: Closing

  var needsAdoption: Bool { isMoved || lacksCounters || hasDamagedBook }

  mutating func mayClose(_ pads: [PadID]) { mayBeClosed.formUnion(pads) }

  mutating func close(_ pads: [PadID]) {
    closed.formUnion(pads)
    mayBeClosed.formUnion(pads)
  }

  /// Closes pads because of a delivered message. `next`: the first unspent chunk of each pad.
  mutating func hear(_ next: [PadID: Int]) {
    for pad in next.keys where !closed.contains(pad) { spentBeforeClosing[pad] = next[pad] }
    close(Array(next.keys))
    heard.formUnion(next.keys)
  }

  /// Lets a pad show that the vault is older. Its contact is closed to anybody who looks; the
  /// others, once somebody has.
  mutating func speak(_ pad: PadID, _ cast: Cast) {
    witness = pad
    closedByWitness = cast.pads.map(\.id).filter { standing(of: $0, cast).isCertain }
    if let person = person(of: pad) { close(people[person].pads) }
    mayClose(cast.pads.map(\.id))
  }

  /// Somebody looked at that pad and saw that the vault is older.
  mutating func hearWitness() { close(closedByWitness) }

  /// Closes everything that exists now.
  mutating func closeAll(_ cast: Cast) {
    let pads = cast.pads.map(\.id)
    close(pads.filter { standing(of: $0, cast).isCertain })
    mayClose(pads.filter { standing(of: $0, cast).isPossible })
  }

  // MARK: Releasing

  mutating func keep(_ packet: [UInt8], _ cast: Cast) {
    post = nil
    kept.insert(packet)
    // Another process may have sent it already.
    if !releasedPackets.contains(packet) { release(packet, cast) }
  }

  /// The other end has confirmed a packet, or is just doing so.
  mutating func confirm(_ packet: [UInt8]) { kept.remove(packet) }

  /// Checks what is in the outbox after a crash, and lets all of it leave.
  mutating func releaseAgain(_ packets: [[UInt8]], _ cast: Cast) {
    expect(kept.isSubset(of: packets), "4: a packet is missing from the outbox")
    for packet in packets where !releasedPackets.contains(packet) {
      release(packet, cast, isOlder: true)
    }
  }

  /// Checks that a message whose chunks are spent is in the outbox, or was said to be unsent.
  /// `next`: the first chunk that is not spent.
  mutating func expectDecided(_ next: [PadID: Int], _ packets: [[UInt8]], _ cast: Cast) {
    guard let post, let next = next[post.pad], next > post.start else { return }
    let isKept = packets.contains { packet in
      cast.read(packet).map { $0.pad == post.pad && $0.chunks.lowerBound >= post.start } ?? false
    }
    expect(
      isKept || post.isSaidUnsent, "4: a message is neither in the outbox nor said to be unsent")
    self.post = nil
  }

  /// Checks invariants 1, 2 and 4 at the moment of a release. `isOlder`: it was made by a call that
  /// did not return, and more may have been read since.
  mutating func release(_ packet: [UInt8], _ cast: Cast, isOlder: Bool = false) {
    guard let read = cast.read(packet) else {
      return violate("4: a packet was released that the other end cannot read")
    }
    expect(
      !closed.contains(read.pad)
        || read.chunks.upperBound <= spentBeforeClosing[read.pad, default: 0],
      "1: sent although sending is closed")
    expect(!needsAdoption || isBeingAdopted, "1: sent before the vault was adopted")
    use(read)
    // From the outbox, packets may leave in any order.
    let before = released.filter {
      $0.pad == read.pad && $0.chunks.lowerBound < read.chunks.lowerBound
    }
    expect(
      read.head.previousEnd >= before.map(\.chunks.upperBound).max() ?? 0,
      "4: previous-end is before what was released")
    expect(read.head.previousEnd <= read.chunks.lowerBound, "4: previous-end is beyond the packet")
    // If the second slot was torn, a send that was not released counts as possibly released: the
    // other end then misses a message that never was. That is accepted, but never the reverse.
    let sentBefore = before.count..<attempts
    expect(
      sentBefore.contains(read.head.sentBefore),
      "4: sent-before is \(read.head.sentBefore), not in \(sentBefore)")
    let seen = peerSeen(on: read.pad, cast)
    let isFresh =
      isOlder ? read.head.peerSeen <= seen.upperBound : seen.contains(read.head.peerSeen)
    expect(isFresh, "4: peer-seen is \(read.head.peerSeen)")
    released.append(read)
    releasedPackets.insert(packet)
  }

  private func peerSeen(on pad: PadID, _ cast: Cast) -> ClosedRange<Int> {
    guard pad == cast.padID else {
      let end = cast.witness.chunks.upperBound
      return (witnessConsumed ? end : 0)...end
    }
    let seen = consumed.map { cast.messages[$0].chunks.upperBound }.max() ?? 0
    return seen...cast.messages.last!.chunks.upperBound
  }

  /// Checks invariant 1 for chunks of our lane at the moment of their release.
  mutating func use(_ read: Released) {
    let isFresh = used[read.pad, default: []].isDisjoint(with: read.chunks)
    expect(isFresh, "1: chunks \(read.chunks) were released before")
    used[read.pad, default: []].formUnion(read.chunks)
  }

  /// Checks invariant 4 at the other end, which honours previous-end: everything that was released
  /// can be read, newest first and oldest first.
  mutating func expectReadableByPeer(_ cast: Cast) {
    for pad in cast.pads {
      let packets = released.filter { $0.pad == pad.id }
      for packets in [packets, packets.reversed()] { expectReadable(packets) }
    }
  }

  private mutating func expectReadable(_ packets: [Released]) {
    var spent = RangeList()
    for packet in packets {
      expect(!spent.intersects(packet.chunks), "4: the other end gives \(packet.chunks) up unread")
      let start = packet.chunks.lowerBound
      spent.insert(min(packet.head.previousEnd, start)..<packet.chunks.upperBound)
    }
  }

  /// Chunks of a pad, over both lanes, that are certainly spent.
  func spent(of pad: KnownPad, _ cast: Cast) -> RangeList {
    var spent = RangeList()
    for chunk in used[pad.id, default: []] { spent.insert(chunk..<chunk + 1) }
    let isFirst = pad.id == cast.padID
    let read = isFirst ? consumed.map { cast.messages[$0] } : witnessConsumed ? [cast.witness] : []
    for message in read {
      spent.insert(pad.positions(message.chunks, lane: 1))
      spent.insert(pad.positions(message.neverUsed, lane: 1))
    }
    return spent
  }
}
