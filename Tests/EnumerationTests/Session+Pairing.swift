import Codec
import Pad
import Primitives
import System
import TestSupport

@testable import Vault

// Both ends of a pairing on one machine, in the order that `Giver` and `Taker` follow.
extension Session {
  /// How a pairing goes.
  enum Pairing: Sendable {
    case whole
    /// The taker gives up after the giver has committed, and says so.
    case givenUp
  }

  /// The other end; faults of this one's disk hit it as well.
  private var peer: Session { Session(stage, directory: Cast.peerDirectory, disk: disk) }

  func pair(_ pairing: Pairing) {
    let peer = peer
    attempt("pair") { () throws(VaultError) in
      let giver = try makePad(.giver, of: Cast.name)
      let taker = try peer.makePad(.taker, of: "alice")
      let digest = try giver.storedDigest(record: Session.provenance.record).finish()
      stage.ledger.pad = .beingMade
      stage.ledger.give(cast.padID, to: Cast.name)
      try giver.commit(provenance: Session.provenance, confirmed: false)
      if disk.isDown { return }
      stage.ledger.pad = .present
      guard pairing == .whole else {
        taker.discard()
        return try giveUp()
      }
      let stored = try taker.storedDigest(record: Session.provenance.record).finish()
      stage.ledger.expect(stored == digest, "6: the ends differ")
      stage.ledger.peerPad = .beingMade
      try taker.commit(provenance: Session.provenance, confirmed: true)
      if disk.isDown { return }
      stage.ledger.peerPad = .present
      try vault().receiveHello(peer.vault().hello(pad: cast.padID), pad: cast.padID)
    }
  }

  func makePad(_ role: PadRole, of name: String) throws(VaultError) -> PadWriter {
    var writer = try vault().makePad(
      id: cast.padID, contact: name, role: role, shape: cast.shape)
    try writer.append(cast.material.span)
    try writer.sync()
    return writer
  }

  private func giveUp() throws(VaultError) {
    beginDestroying(cast.padID)
    try vault().destroyPad(cast.padID)
    if disk.isDown { return }
    stage.ledger.pad = .gone
    expectNothingLeft()
  }

  // MARK: Going on

  /// Checks invariant 6, whatever happened.
  func goOnPairing() {
    let peer = peer
    peer.recover()
    let (isHere, isThere) = (holdsPad, peer.holdsPad)
    let canSend = isHere && isConfirmed
    stage.ledger.expect(isHere || stage.ledger.pad != .present, "4: the giver's pad is missing")
    stage.ledger.expect(
      isThere || stage.ledger.peerPad != .present, "4: the taker's pad is missing")
    stage.ledger.expect(isThere || !canSend, "6: the giver may send, the taker has no pad")
    stage.ledger.expect(isHere || !isThere, "6: the taker may send, the giver has no pad")
    if !isHere { makeAnew(as: .giver) }
    if !isThere { peer.makeAnew(as: .taker) }
    guard isHere else { return }
    if isThere { exchange(with: peer) } else { expectWaiting() }
  }

  var isConfirmed: Bool {
    let pads = (try? vault().contacts())?.flatMap(\.pads) ?? []
    return pads.first { $0.id == cast.padID }?.isConfirmed ?? false
  }

  /// Checks that nothing prevents another pairing, and that nothing is left of this one.
  func makeAnew(as role: PadRole) {
    expectNothingLeft()
    let isGone = stage.machine.medium.isForgotten(cast.padID, in: directory)
    let isTaken = attempt("pair again", expecting: isGone ? \.isKnowing : \.isUnexpected) {
      () throws(VaultError) in
      let writer = try makePad(role, of: "again")
      writer.discard()
    }
    stage.ledger.expect(!isGone || !isTaken, "1: a pad that was forgotten is taken in again")
  }

  func expectWaiting() {
    attempt("send while waiting", expecting: \.isWaiting) { () throws(VaultError) in
      _ = try packet("", to: Cast.name)
      stage.ledger.violate("6: sent before the other end was heard from")
    }
  }

  private func exchange(with peer: Session) {
    expectIdentical()
    peer.expectIdentical()
    attempt("exchange") { () throws(VaultError) in
      let first = try peer.packet("first", to: "alice")
      _ = try vault().receive(first) { _, _ in }
      guard let second = send() else { return stage.ledger.violate("6: the giver cannot send") }
      _ = try peer.vault().receive(second) { _, _ in }
    }
  }

  /// Checks that all chunks but the first of the taker's lane, which the hello used, are as given.
  func expectIdentical() {
    attempt("read all") { () throws(VaultError) in
      let pad = try OpenPad.open(cast.padID, of: vault())
      for (lane, chunks) in [(0, 0..<Cast.laneChunks), (1, 1..<Cast.laneChunks)] {
        var bytes = SecretBytes(count: chunks.count * cast.shape.chunkBytes)
        let file = try pad.chunkFile(lock: .shared)
        let positions = cast.pad.positions(chunks, lane: lane)
        var window = ChunkWindow(file, positions)
        let damaged = try system { () throws(SystemError) in
          try bytes.withMutableBytes { bytes throws(SystemError) in
            try file.read(
              positions, through: &window, tree: pad.slots.reading.content.tree, into: &bytes)
          }
        }
        if let damaged { stage.ledger.violate("6: chunk \(damaged) is damaged") }
        let isSame = bytes.withBytes { $0.publicCopy == cast.pad.bytes(lane: lane, chunks) }
        stage.ledger.expect(isSame, "6: lane \(lane) differs")
      }
    }
  }
}
