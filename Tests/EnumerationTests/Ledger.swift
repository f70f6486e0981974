import Codec
import Pad

/// What the world outside the vault knows, and judges the vault by. A value, so that each state
/// carries its own.
struct Ledger {
  /// A packet that left, read with the material.
  struct Released: Equatable {
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
  }

  private(set) var released: [Released] = []
  /// One bit for each chunk of our lane that was ever released.
  private(set) var used: Set<Int> = []
  /// Messages of the other end whose text was handed over at least in part.
  var delivered: Set<Int> = []
  /// Those of which the vault said that they are read.
  var consumed: Set<Int> = []
  /// Sends that were begun.
  var attempts = 0

  var vault = Standing.present
  var pad = Standing.present
  /// The same pad at the other end, where that is simulated too: in a pairing.
  var peerPad: Standing?
  /// The file of the chunks of a pad that is being destroyed.
  var chunkFile: Int?
  /// Names that the contact may have.
  var names = [Cast.name]
  /// Any one of them may be the vault's.
  var passphrases = [""]
  /// The machine's id has changed since the pad was made, and it may not have been adopted yet.
  var isMoved = false
  /// The person says, truly, that nothing was sent from another copy.
  var vouches = false
  /// Nothing may be sent, ever again.
  var isClosed = false
  /// Somebody was about to say that the vault went back in time, and may have been heard.
  var mayBeClosed = false

  private(set) var violations: [String] = []

  mutating func forgetViolations() { violations = [] }

  mutating func violate(_ what: String) { violations.append(what) }

  mutating func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
    if !isTrue { violate(what()) }
  }

  /// Invariants 1, 2 and 4 at the moment of a release.
  mutating func release(_ packet: [UInt8], _ cast: Cast) {
    guard let read = cast.read(packet) else {
      return violate("4: a packet was released that the other end cannot read")
    }
    expect(!isClosed, "1: sent although sending is closed")
    use(read.chunks)
    let ends = released.map(\.chunks.upperBound)
    expect(
      read.head.previousEnd >= ends.max() ?? 0, "4: previous-end is before what was released")
    expect(read.head.previousEnd <= read.chunks.lowerBound, "4: previous-end is beyond the packet")
    // Where the second slot was torn, a send that was not released counts as possibly released: the
    // other end then misses a message that never was. Accepted; never the other way round.
    let sentBefore = released.count..<attempts
    expect(
      sentBefore.contains(read.head.sentBefore),
      "4: sent-before is \(read.head.sentBefore), not in \(sentBefore)")
    let seen = consumed.map { cast.messages[$0].chunks.upperBound }.max() ?? 0
    let sent = cast.messages.last!.chunks.upperBound
    expect((seen...sent).contains(read.head.peerSeen), "4: peer-seen is \(read.head.peerSeen)")
    released.append(read)
  }

  /// Invariant 1, of chunks of our lane at the moment of their release.
  mutating func use(_ chunks: Range<Int>) {
    let isFresh = used.isDisjoint(with: chunks)
    expect(isFresh, "1: chunks \(chunks) were released before")
    used.formUnion(chunks)
  }

  /// Invariant 4 at the other end, which honours previous-end: everything that was released is
  /// read, newest first and oldest first.
  mutating func expectReadableByPeer() {
    for packets in [released, released.reversed()] {
      var spent = ChunkSet()
      for packet in packets {
        expect(
          !spent.intersects(packet.chunks), "4: the other end gives \(packet.chunks) up unread")
        let start = packet.chunks.lowerBound
        spent.insert(min(packet.head.previousEnd, start)..<packet.chunks.upperBound)
      }
    }
  }

  /// Chunks over both lanes that are spent beyond doubt.
  func spent(_ cast: Cast) -> ChunkSet {
    var spent = ChunkSet()
    for chunk in used { spent.insert(chunk..<chunk + 1) }
    for number in consumed {
      for chunks in [cast.messages[number].chunks, cast.messages[number].neverUsed] {
        let first = Cast.laneChunks + chunks.lowerBound
        spent.insert(first..<first + chunks.count)
      }
    }
    return spent
  }
}
