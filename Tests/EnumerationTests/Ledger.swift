import Codec
import Pad

@testable import Vault

/// What the world outside the vault knows, and judges the vault by. A value, so that each state
/// carries its own.
struct Ledger {
  /// A packet that left, read with the material.
  struct Released: Equatable {
    let pad: PadID
    let chunks: Range<Int>
    let head: BodyHead
  }

  /// What may be said of a pad or a vault after a crash.
  enum Standing {
    /// A call that makes it has not begun, or it is gone and known to be.
    case absent, gone
    /// A call that makes it, or destroys it, was begun and did not return.
    case beingMade, beingDestroyed
    case present

    var isCertain: Bool { self == .present }
    var isPossible: Bool { self == .present || self == .beingMade || self == .beingDestroyed }
  }

  private(set) var released: [Released] = []
  /// By pad, the chunks of our lane that were ever released.
  private(set) var used: [PadID: Set<Int>] = [:]
  /// Messages of the other end whose text was handed over at least in part.
  var delivered: Set<Int> = []
  /// Those of which the vault said that they are read.
  var consumed: Set<Int> = []
  /// Somebody gave up what was missing, or was about to.
  var mayBeSkipped = false
  /// The same of the message on the other pad.
  var witnessDelivered = false
  var witnessConsumed = false
  /// Sends that were begun.
  var attempts = 0

  var vault = Standing.present
  var pad = Standing.present
  var otherPad = Standing.absent
  /// The first pad at the other end, if that is simulated too: in a pairing.
  var peerPad: Standing?
  /// The files of the chunks of pads that are being destroyed.
  var chunkFiles: [PadID: Int] = [:]
  var people = [Person(names: [Cast.name], pads: [])]
  /// Two contacts may be one already.
  var isMerging = false
  /// Any one of them may be the vault's.
  var passphrases = [""]

  /// Where the vault is has changed, and it may not have been adopted yet.
  var isMoved = false
  /// The counters outside were removed, likewise.
  var lacksCounters = false
  /// Both slots of the contact book were damaged, likewise.
  var hasDamagedBook = false
  /// An adoption was begun, which may write.
  var isBeingAdopted = false
  /// The person says, truly, that nothing was sent from another copy.
  var vouches = false
  /// Pads with which nothing may be sent, ever again.
  private(set) var closed: Set<PadID> = []
  /// By pad, where the next message would have been when it was closed: what was marked as spent
  /// before that may still leave.
  private var spentBeforeClosing: [PadID: Int] = [:]
  /// Somebody was about to find that out.
  private(set) var mayBeClosed: Set<PadID> = []
  /// Somebody did, and something was done that cannot be undone: this is known for ever.
  private(set) var heard: Set<PadID> = []

  /// A contact was renamed while a pad for it was being made.
  var isAnybodys = false
  /// A contact was forgotten while a pad for it was being made, which may be there or not.
  var isForgetting = false
  /// The pad that shows that the vault is older, to those who look at it.
  private(set) var witness: PadID?
  /// What it closes: pads that were there then.
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

  /// A message was delivered that says so. `next`: the first chunk of each pad that is not spent.
  mutating func hear(_ next: [PadID: Int]) {
    for pad in next.keys where !closed.contains(pad) { spentBeforeClosing[pad] = next[pad] }
    close(Array(next.keys))
    heard.formUnion(next.keys)
  }

  /// A pad shows that the vault is older. Its contact is closed to anybody who looks; the others are
  /// once somebody did.
  mutating func speak(_ pad: PadID, _ cast: Cast) {
    witness = pad
    closedByWitness = cast.pads.map(\.id).filter { standing(of: $0, cast).isCertain }
    if let person = person(of: pad) { close(people[person].pads) }
    mayClose(cast.pads.map(\.id))
  }

  /// Somebody looked at the pad that speaks, and was told.
  mutating func hearWitness() { close(closedByWitness) }

  /// Everything that there is now.
  mutating func closeAll(_ cast: Cast) {
    let pads = cast.pads.map(\.id)
    close(pads.filter { standing(of: $0, cast).isCertain })
    mayClose(pads.filter { standing(of: $0, cast).isPossible })
  }

  // MARK: Releasing

  /// Invariants 1, 2 and 4 at the moment of a release.
  mutating func release(_ packet: [UInt8], _ cast: Cast) {
    guard let read = cast.read(packet) else {
      return violate("4: a packet was released that the other end cannot read")
    }
    expect(
      !closed.contains(read.pad)
        || read.chunks.upperBound <= spentBeforeClosing[read.pad, default: 0],
      "1: sent although sending is closed")
    expect(!needsAdoption || isBeingAdopted, "1: sent before the vault was adopted")
    use(read)
    let before = released.filter { $0.pad == read.pad }
    expect(
      read.head.previousEnd >= before.map(\.chunks.upperBound).max() ?? 0,
      "4: previous-end is before what was released")
    expect(read.head.previousEnd <= read.chunks.lowerBound, "4: previous-end is beyond the packet")
    // If the second slot was torn, a send that was not released counts as possibly released: the
    // other end then misses a message that never was. Accepted; never the other way round.
    let sentBefore = before.count..<attempts
    expect(
      sentBefore.contains(read.head.sentBefore),
      "4: sent-before is \(read.head.sentBefore), not in \(sentBefore)")
    let seen = peerSeen(on: read.pad, cast)
    expect(seen.contains(read.head.peerSeen), "4: peer-seen is \(read.head.peerSeen)")
    released.append(read)
  }

  private func peerSeen(on pad: PadID, _ cast: Cast) -> ClosedRange<Int> {
    guard pad == cast.padID else {
      let end = cast.witness.chunks.upperBound
      return (witnessConsumed ? end : 0)...end
    }
    let seen = consumed.map { cast.messages[$0].chunks.upperBound }.max() ?? 0
    return seen...cast.messages.last!.chunks.upperBound
  }

  /// Invariant 1, of chunks of our lane at the moment of their release.
  mutating func use(_ read: Released) {
    let isFresh = used[read.pad, default: []].isDisjoint(with: read.chunks)
    expect(isFresh, "1: chunks \(read.chunks) were released before")
    used[read.pad, default: []].formUnion(read.chunks)
  }

  /// Invariant 4 at the other end, which honours previous-end: everything that was released is
  /// read, newest first and oldest first.
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

  /// Chunks of a pad over both lanes that are spent beyond doubt.
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
