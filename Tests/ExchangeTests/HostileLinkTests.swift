import Discovery
import Link
import Pad
import Synchronization
import System
import TestSupport
import Testing
import Vault

@testable import Exchange

@Suite("A hostile end of a conversation", .ownThreads)
struct HostileLinkTests {
  /// Answers a caller in the background, and returns the caller's half of the connection.
  private func caller(
    of bob: Talker, recording: @escaping MemoryPipe.Interference = { $1 }
  ) -> (pipe: MemoryPipe, listener: MemoryPipe, answered: Task<Void, Never>) {
    let (listener, caller) = MemoryPipe.pair(joinerSends: recording)
    let answered = Task(executorPreference: OwnThreads.executor) {
      await bob.conversation.answer(listener, PendingConnections())
    }
    return (caller, listener, answered)
  }

  /// The handshake of somebody who shares the pad, and then does as they like.
  private func shake(
    _ pipe: MemoryPipe, _ alice: Talker
  ) async throws -> (FrameSealerBox, FrameKeys) {
    let handshake = LinkHandshake(connection: pipe, randomness: KernelRandomness())
    let keys = try await handshake.call(alice.conversation.linkKeys()[0])
    return (FrameSealerBox(keys), keys)
  }

  private func withTwo(_ body: (_ alice: Talker, _ bob: Talker) async throws -> Void) async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try await body(Talker(two.alice, with: "bob"), Talker(two.bob, with: "alice"))
    }
  }

  @Test(
    "A stranger gets random bytes within ten seconds, and nothing else",
    arguments: [0, 1, 47, 48, 5000])
  func stranger(bytes: Int) async throws {
    try await withTwo { alice, bob in
      let (pipe, listener, answered) = caller(of: bob)
      try await pipe.write(KernelRandomness().bytes(bytes))
      if bytes >= 48 {
        let answer = try await pipe.read(exactly: 48)
        #expect(answer.count == 48)
      } else {
        pipe.close()
      }
      await answered.value
      #expect(listener.failure != nil)
      #expect(listener.longestLimit == LinkHandshake.time)
      #expect(bob.screen.meetings == 0)
    }
  }

  @Test("A recorded call does not displace the live session")
  func replay() async throws {
    try await withTwo { alice, bob in
      let recorded = Mutex<[UInt8]>([])
      let (pipe, listener, answered) = caller(of: bob) { _, bytes in
        recorded.withLock { $0 += bytes }
        return bytes
      }
      async let called: Void? = try? alice.conversation.callOnce(
        { () async throws(LinkError) in pipe }, with: \.first)
      await eventually("both are here") { alice.screen.isHere && bob.screen.isHere }
      try alice.say("one")
      await eventually("it arrived") { alice.screen.arrived == [1] }
      let replayed = caller(of: bob)
      try await replayed.pipe.write(recorded.withLock { $0 })
      await replayed.answered.value
      #expect(listener.failure == nil && bob.screen.meetings == 1)
      try alice.say("two")
      await eventually("the next arrived, too") { alice.screen.arrived == [1, 2] }
      #expect(bob.screen.texts == ["one", "two"])
      pipe.close()
      _ = await (called, answered.value)
    }
  }

  @Test("A second call by the same end takes over")
  func displaced() async throws {
    try await withTwo { alice, bob in
      let first = caller(of: bob)
      let (one, _) = try await shake(first.pipe, alice)
      try await first.pipe.write(one.seal(.ping))
      await eventually("the first is live") { bob.screen.meetings == 1 }
      let second = caller(of: bob)
      let (two, _) = try await shake(second.pipe, alice)
      try await second.pipe.write(two.seal(.ping))
      await eventually("the second is live") { bob.screen.meetings == 2 }
      await first.answered.value
      #expect(bob.screen.isHere)
      second.pipe.close()
      await second.answered.value
      #expect(!bob.screen.isHere)
    }
  }

  /// Frames that no end sends, as they are on the wire or before they are sealed.
  enum Nonsense: CaseIterable, Sendable {
    case zeroLength, noKind, unknownKind, longPing, emptyPiece, shortReceipt, wrongTag,
      longerThanSaid, otherRest, endlessRest, restAboveAll

    func bytes(_ sealer: FrameSealerBox) -> [UInt8] {
      switch self {
      case .zeroLength: [0, 0]
      case .noKind: [0, 1] + [UInt8](repeating: 0, count: 17)
      case .unknownKind: sealer.seal(text: [9])
      case .longPing: sealer.seal(text: [0, 0])
      case .emptyPiece: sealer.seal(text: [1] + [UInt8](repeating: 0, count: 8))
      case .restAboveAll: sealer.seal(text: [1] + [UInt8](repeating: 255, count: 9))
      case .shortReceipt: sealer.seal(text: [3, 1, 2])
      case .wrongTag: sealer.seal(.ping).dropLast() + [0]
      case .otherRest:
        sealer.seal(.piece([0], rest: 2)) + sealer.seal(.piece([0], rest: 5))
      case .endlessRest:
        sealer.seal(.piece([0], rest: .max)) + sealer.seal(.piece([0], rest: .max))
      case .longerThanSaid:
        sealer.seal(.piece([0], rest: 2)) + sealer.seal(.piece([0, 0, 0], rest: 0))
      }
    }
  }

  @Test("Nonsense ends the connection, and nothing else", arguments: Nonsense.allCases)
  func nonsense(_ nonsense: Nonsense) async throws {
    try await withTwo { alice, bob in
      let (pipe, listener, answered) = caller(of: bob)
      let (sealer, _) = try await shake(pipe, alice)
      try await pipe.write(sealer.seal(.ping))
      await eventually("live") { bob.screen.isHere }
      try await pipe.write(nonsense.bytes(sealer))
      await answered.value
      #expect(listener.failure != nil && bob.screen.away == [.badFrame])
      #expect(bob.screen.texts == [] && bob.screen.unreadable == [])
    }
  }

  @Test("A peer that floods and reads nothing costs bounded memory, and delays nobody's messages")
  func flood() async throws {
    try await withTwo { alice, bob in
      try bob.say("still here")
      let (pipe, _, answered) = caller(of: bob)
      let (sealer, keys) = try await shake(pipe, alice)
      try await pipe.write(sealer.seal(.ping))
      let packet = try alice.vault.sendText("again and again", to: "bob")
      for _ in 0..<2000 { try await pipe.write(sealer.seal(.piece(packet, rest: 0))) }
      for number in 0..<10_000 {
        let receipt = PacketReceipt(number: UInt128(number))
        try await pipe.write(sealer.seal(.receipt(receipt.bytes)))
      }
      // One packet of bob's comes first, and receipts for what alice sent, never more than are kept.
      var opening = keys.opening()
      var receipts = 0
      var packets = 0
      while packets == 0 || receipts == 0 {
        let length = try await pipe.read(exactly: 2)
        let count = try #require(FrameOpener.sealedBytes(length))
        switch opening.open(try await pipe.read(exactly: count), length: length) {
        case .packet: packets += 1
        case .receipt: receipts += 1
        case .ping: break
        default: Issue.record("bob sent nonsense")
        }
      }
      #expect(bob.screen.texts == ["again and again"])
      #expect(bob.conversation.waitingCount == 1)
      pipe.close()
      await answered.value
    }
  }

  @Test("A flood of strangers closes no connection of somebody who shares a pad")
  func strangersOnly() {
    let pending = PendingConnections()
    let known = MemoryPipe.pair().listener
    #expect(pending.admit(known) == nil)
    #expect(pending.recognize(known, keeping: nil) == nil)
    var closed: [any Connection] = []
    for _ in 0..<100 {
      if let one = pending.admit(MemoryPipe.pair().listener) { closed.append(one) }
    }
    #expect(closed.count == 68 && !closed.contains { $0 === known })
    for _ in 0..<7 { #expect(pending.recognize(MemoryPipe.pair().listener, keeping: known) == nil) }
    let extra = pending.recognize(MemoryPipe.pair().listener, keeping: known)
    #expect(extra != nil && extra !== known)
  }

  @Test("Nobody learns whether a message of somebody else was read")
  func othersMessage() async throws {
    try await withTwo { alice, bob in
      try withTemporaryDirectory { directory in
        let carol = try TwoVaults.vault(directory + "/carol")
        let shape = TwoVaults.shape
        let id = PadID(KernelRandomness().bytes(PadID.byteCount))
        let material = SecretBytes(random: shape.materialBytes, from: KernelRandomness())
        try TwoVaults.add(material, id, shape, to: carol, of: "bob", .giver, true)
        try TwoVaults.add(material, id, shape, to: bob.vault, of: "carol", .taker, true)
        let packet = try carol.sendText("not for alice", to: "bob")
        #expect(try bob.vault.receiveText(packet) == "not for alice")
        let (ours, others) = (bob.conversation.contact, try bob.vault.contact("carol"))
        #expect(try bob.vault.receipt(.arrived, for: MemoryBytes(packet), from: others) != nil)
        #expect(try bob.vault.receipt(.arrived, for: MemoryBytes(packet), from: ours) == nil)
      }
    }
  }

  @Test("A queue keeps no more frames than its limit, and sends packets in order after them")
  func queue() async throws {
    let queue = FrameQueue()
    for _ in 0..<3 * FrameQueue.limit { queue.put(.ping) }
    var count = 0
    while queue.nextShort() != nil { count += 1 }
    #expect(count == FrameQueue.limit)
    queue.close()
    #expect(await queue.next() == nil)
  }

  @Test("An offer is known to the other end of its pad, and to nobody else")
  func offers() async throws {
    try await withTwo { alice, bob in
      let (ours, theirs) = (try alice.conversation.linkKeys(), try bob.conversation.linkKeys())
      let offer = LinkOffer.make(ours[0], randomness: KernelRandomness())
      #expect(offer.bytes.count == 32)
      #expect(LinkOffer.key(of: offer, among: theirs) === theirs[0])
      #expect(LinkOffer.key(of: offer, among: ours) == nil, "it is our own")
      let another = LinkOffer.make(ours[0], randomness: KernelRandomness())
      #expect(another != offer)
      try await withTwo { _, stranger in
        let keys = try stranger.conversation.linkKeys()
        #expect(LinkOffer.key(of: offer, among: keys) == nil)
      }
    }
  }
}

/// A sealer that several calls share.
final class FrameSealerBox: Sendable {
  private let sealer: Mutex<FrameSealer>

  init(_ keys: FrameKeys) { sealer = Mutex(keys.sealing()) }

  func seal(_ frame: LinkFrame) -> [UInt8] { sealer.withLock { $0.seal(frame) } }
  func seal(text: [UInt8]) -> [UInt8] { sealer.withLock { $0.seal(text: text) } }
}
