import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

/// A pad of 64 KiB of a vault, whose bytes a peer knows as well.
private struct PeerPad {
  let vault: Vault
  let id = PadID(KernelRandomness().bytes(16))
  private let shape = PadShape(size: 64 << 10, split: 50)!
  private let material: [UInt8]

  init(in directory: String) throws {
    vault = try TwoVaults.vault(directory + "/alice", KernelRandomness())
    material = KernelRandomness().bytes(shape.materialBytes)
    try TwoVaults.add(
      SecretBytes(copying: material.span), id, shape, to: vault, of: "eve", .giver, true)
  }

  /// A packet at a chunk of the peer's lane, or of the vault's own.
  func packet(
    _ head: BodyHead, _ content: String = "evil", lane: Int = 1, at chunk: Int = 0
  ) -> [UInt8] {
    let start = PadShape.headerKeysBytes + lane * 32768 + chunk * 256
    return ReferencePacket.seal(
      head, Array(content.utf8), slice: Array(material[start..<start + 1024]),
      at: PacketPosition(padID: id.bytes, lane: lane, chunk: chunk),
      headerKey: Array(material[lane * 32..<lane * 32 + 32]))
  }

  func receive(_ packet: [UInt8]) throws(VaultError) {
    _ = try vault.receive(packet) { _, _ in }
  }

  /// Why sending to the peer is closed.
  func closure() throws -> SendingClosure? { try vault.contact("eve").pads[0].closure }
}

@Suite("A hostile peer")
struct HostilePeerTests {
  private func receive(_ head: BodyHead) throws -> VaultError? {
    try withTemporaryDirectory { directory in
      let pad = try PeerPad(in: directory)
      do throws(VaultError) { try pad.receive(pad.packet(head)) } catch { return error }
      return try pad.closure().map { .sendingClosed("eve", $0) }
    }
  }

  @Test("An impossible count of messages is refused before anything is delivered")
  func impossibleCount() throws {
    let head = BodyHead(kind: .text, peerSeen: 0, previousEnd: 0, sentBefore: Int(UInt32.max))
    #expect(try receive(head) == .malformedBody(from: "eve"))
  }

  @Test("A peer that has seen more than was sent closes sending")
  func seenTooMuch() throws {
    let head = BodyHead(kind: .text, peerSeen: 7, previousEnd: 0, sentBefore: 0)
    #expect(try receive(head) == .sendingClosed("eve", .peerHasSeenMore))
  }

  @Test("A previous end beyond the packet counts as the packet's beginning")
  func previousEndBeyond() throws {
    let head = BodyHead(
      kind: .text, peerSeen: 0, previousEnd: Int(UInt32.max), sentBefore: 0)
    #expect(try receive(head) == nil)
  }

  private func text(previousEnd: Int = 0, sentBefore: Int = 0) -> BodyHead {
    BodyHead(kind: .text, peerSeen: 0, previousEnd: previousEnd, sentBefore: sentBefore)
  }

  @Test(
    "Pad that it says it used is given up by skip, which says how much, missing messages or none")
  func usedForNoMessage() throws {
    try withTemporaryDirectory { directory in
      let pad = try PeerPad(in: directory)
      try pad.receive(pad.packet(text(previousEnd: 4), at: 4))
      #expect(try pad.vault.contact("eve").skippable == Skippable(messages: 0, bytes: 1024))
      #expect(try pad.vault.skip("eve") == Skippable(messages: 0, bytes: 1024))
      #expect(try pad.vault.skip("eve") == Skippable())
      #expect(throws: VaultError.alreadyReadOrGivenUp(from: "eve")) {
        try pad.receive(pad.packet(text(), at: 3))
      }
    }
  }

  @Test("A packet made longer on the way, into chunks that were read, is damaged, not read already")
  func madeLonger() throws {
    try withTemporaryDirectory { directory in
      let pad = try PeerPad(in: directory)
      let first = pad.packet(text())
      try pad.receive(pad.packet(text(previousEnd: 1, sentBefore: 1), at: 1))
      var longer = first
      longer.insert(contentsOf: [UInt8](repeating: 7, count: 256), at: 40)
      #expect(throws: VaultError.foreign) { try pad.receive(longer) }
      try pad.receive(first)
      // Now that its own chunk is spent, nothing can tell.
      #expect(throws: VaultError.alreadyRead(from: "eve")) { try pad.receive(longer) }
    }
  }

  @Test("A genuine packet over chunks that were read is a second one for them")
  func overlapping() throws {
    try withTemporaryDirectory { directory in
      let pad = try PeerPad(in: directory)
      try pad.receive(pad.packet(text(previousEnd: 1, sentBefore: 1), at: 1))
      let long = pad.packet(text(), String(repeating: "x", count: 300))
      #expect(throws: VaultError.padReused(from: "eve", on: pad.id)) { try pad.receive(long) }
    }
  }

  /// What was read: chunks 4 and 5 as one packet, and chunk 9 with what its sender left out before
  /// it, 7 and 8.
  private enum Case: CaseIterable {
    case again, otherAtItsPlace, insideIt, acrossIt, acrossItAltered, atSkipped, acrossSkipped

    var chunk: Int {
      switch self {
      case .again, .otherAtItsPlace: 4
      case .insideIt: 5
      case .acrossIt, .acrossItAltered: 3
      case .atSkipped: 8
      case .acrossSkipped: 6
      }
    }

    func verdict(_ pad: PadID) -> VaultError {
      switch self {
      case .again: .alreadyRead(from: "eve")
      case .otherAtItsPlace, .insideIt, .acrossIt: .padReused(from: "eve", on: pad)
      case .acrossItAltered: .foreign
      // Nothing is known of a packet that used these chunks, though one of them was read after it.
      case .atSkipped, .acrossSkipped: .alreadyReadOrGivenUp(from: "eve")
      }
    }
  }

  @Test(
    "The alarm needs a packet that was read, and one for its chunks that is not the same",
    arguments: Case.allCases)
  private func alarm(_ change: Case) throws {
    try withTemporaryDirectory { directory in
      let pad = try PeerPad(in: directory)
      let long = String(repeating: "x", count: 300)
      let read = pad.packet(text(previousEnd: 4), long, at: 4)
      try pad.receive(read)
      try pad.receive(pad.packet(text(previousEnd: 7, sentBefore: 1), at: 9))
      let content = [.acrossSkipped, .atSkipped].contains(change) ? "evil" + long : long + "!"
      var packet = change == .again ? read : pad.packet(text(), content, at: change.chunk)
      if change == .acrossItAltered { packet[20] ^= 1 }
      #expect(throws: change.verdict(pad.id)) { try pad.receive(packet) }
      #expect(try pad.closure() == nil)
    }
  }

  @Test("A packet of the vault's own lane at a chunk that it never sent closes sending")
  func ownLane() throws {
    try withTemporaryDirectory { directory in
      let pad = try PeerPad(in: directory)
      let own = try pad.vault.sendText("sent", to: "eve")
      #expect(throws: VaultError.ownMessage(to: "eve")) { try pad.receive(own) }
      #expect(throws: VaultError.ownMessage(to: "eve")) {
        try pad.receive(pad.packet(text(), lane: 0, at: 0))
      }
      var forged = pad.packet(text(), lane: 0, at: 5)
      forged[20] ^= 1
      #expect(throws: VaultError.ownMessage(to: "eve")) { try pad.receive(forged) }
      #expect(try pad.closure() == nil)
      #expect(throws: VaultError.ownMessage(to: "eve")) {
        try pad.receive(pad.packet(text(), lane: 0, at: 5))
      }
      #expect(try pad.closure() == .peerHasSeenMore)
    }
  }
}
