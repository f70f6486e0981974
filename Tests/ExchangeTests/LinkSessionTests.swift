import Glibc
import Link
import Pad
import Synchronization
import System
import TestSupport
import Testing
import Vault

@testable import Exchange

@Suite("Frames of one connection", .ownThreads)
struct LinkSessionTests {
  /// Bob answers in the background, and alice has the handshake behind her.
  private func withBob(
    delivering: @escaping @Sendable () -> Void = {},
    _ body: (_ vaults: TwoVaults, _ bob: Talker, _ line: Line) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let vaults = try TwoVaults(in: directory, size: 512 << 10)
      let bob = try Talker(vaults.bob, with: "alice", delivering: delivering)
      let (listener, caller) = MemoryPipe.pair()
      async let answered: Void = bob.conversation.answer(listener, PendingConnections())
      let handshake = LinkHandshake(connection: caller, randomness: KernelRandomness())
      let keys = try await handshake.call(
        vaults.alice.linkKeys(of: vaults.alice.contact("bob"))[0])
      try await body(
        vaults, bob, Line(caller: caller, listener: listener, sealer: FrameSealerBox(keys)))
      caller.close()
      await answered
    }
  }

  private struct Line {
    let caller: MemoryPipe
    let listener: MemoryPipe
    let sealer: FrameSealerBox

    func send(_ frame: LinkFrame) async throws { try await caller.write(sealer.seal(frame)) }
  }

  @Test("A session may begin with a piece of a packet")
  func firstPiece() async throws {
    try await withBob { vaults, bob, line in
      let packet = try vaults.alice.sendText("at once", to: "bob")
      try await line.send(.piece(Array(packet.prefix(10)), rest: packet.count - 10))
      try await line.send(.piece(Array(packet.dropFirst(10)), rest: 0))
      await eventually("it is read") { bob.screen.texts == ["at once"] }
    }
  }

  @Test("A message between the pieces of another is shown at once, and nothing counts as missing")
  func overtaken() async throws {
    try await withBob { vaults, bob, line in
      let long = try vaults.alice.sendText(String(repeating: "long ", count: 40_000), to: "bob")
      let short = try vaults.alice.sendText("short", to: "bob")
      try await line.send(.piece(Array(long.prefix(1000)), rest: long.count - 1000))
      try await line.send(.packet(short))
      await eventually("the short one is read") { bob.screen.texts == ["short"] }
      for start in stride(from: 1000, to: long.count, by: LinkFrame.pieceBytes) {
        let end = min(start + LinkFrame.pieceBytes, long.count)
        try await line.send(.piece(Array(long[start..<end]), rest: long.count - end))
      }
      await eventually("the long one is read") { bob.screen.texts.count == 2 }
      #expect(bob.screen.missing.isEmpty)
      // Without a piece of another, what has a lower number is missing.
      _ = try vaults.alice.sendText("lost", to: "bob")
      try await line.send(.packet(vaults.alice.sendText("later", to: "bob")))
      await eventually("it is missing") { bob.screen.missing == [[3..<4]] }
    }
  }

  @Test("A packet that fits no pad is read past, and holds up nothing")
  func tooLong() async throws {
    try await withBob { vaults, bob, line in
      let piece = [UInt8](repeating: 0, count: LinkFrame.pieceBytes)
      for number in 1...40 {
        try await line.send(.piece(piece, rest: (40 - number) * piece.count))
        if number == 20 { try await line.send(.packet(vaults.alice.sendText("one", to: "bob"))) }
      }
      try await line.send(.packet(vaults.alice.sendText("two", to: "bob")))
      await eventually("both are read") { bob.screen.texts == ["one", "two"] }
      #expect(bob.screen.unreadable == [.foreign])
      #expect(bob.screen.progress.last == .some(nil))
    }
  }

  @Test("A pad shared while the connection stands takes longer packets at once")
  func laterPad() async throws {
    try await withBob { vaults, bob, line in
      try await line.send(.ping)
      await eventually("the session has begun") { bob.screen.isHere }
      try TwoVaults.addPad(to: vaults.alice, and: vaults.bob, PadShape(size: 4 << 20, split: 50)!)
      let text = String(repeating: "long ", count: 200_000)
      let packet = try vaults.alice.sendText(text, to: "bob")
      for start in stride(from: 0, to: packet.count, by: LinkFrame.pieceBytes) {
        let end = min(start + LinkFrame.pieceBytes, packet.count)
        try await line.send(.piece(Array(packet[start..<end]), rest: packet.count - end))
      }
      await eventually("it is read") { bob.screen.texts == [text] }
      #expect(bob.screen.unreadable == [])
    }
  }

  @Test("What is missing is told once the other message has come, whatever becomes of that one")
  func heldNews() async throws {
    try await withBob { vaults, bob, line in
      _ = try vaults.alice.sendText("lost", to: "bob")
      try await line.send(.piece([1, 2, 3], rest: 1))
      try await line.send(.packet(vaults.alice.sendText("later", to: "bob")))
      await eventually("it is read") { bob.screen.texts == ["later"] }
      #expect(bob.screen.missing.isEmpty)
      try await line.send(.piece([4], rest: 0))
      await eventually("one is missing") { bob.screen.missing == [[1..<2]] }
    }
  }

  @Test("Short messages go between the pieces of a long one, in order, but overtake only one")
  func overtaking() async throws {
    try await withTemporaryDirectory { directory in
      let vaults = try TwoVaults(in: directory, size: 1 << 20)
      let (alice, bob) = (
        try Talker(vaults.alice, with: "bob"), try Talker(vaults.bob, with: "alice")
      )
      let long = String(repeating: "long ", count: 20_000)
      for text in [long, "one", long, "two", "three"] { try alice.say(text) }
      let (listener, caller) = MemoryPipe.pair()
      async let answered: Void = bob.conversation.answer(listener, PendingConnections())
      async let called: Void = alice.conversation.callOnce(
        { () async throws(LinkError) in caller }, with: \.first)
      await eventually("all has arrived") { alice.screen.arrived.count == 5 }
      #expect(bob.screen.texts == ["one", long, "two", "three", long])
      #expect(bob.screen.missing.isEmpty)
      caller.close()
      _ = try await (answered, called)
    }
  }

  @Test("The other end is not away while this one delivers its message")
  func slowDelivery() async throws {
    let gate = Gate()
    try await withBob(delivering: gate.wait) { vaults, bob, line in
      let packet = try vaults.alice.sendText("slowly", to: "bob")
      try await line.send(.piece(packet, rest: 0))
      await eventually("it is being delivered") { gate.isWaitedFor }
      #expect(!line.listener.isLimited)
      gate.open()
      await eventually("it is delivered") { bob.screen.texts == ["slowly"] }
      await eventually("the time counts again") { line.listener.isLimited }
    }
  }

  @Test("A goodbye is the last frame, also in the middle of a packet")
  func goodbye() async throws {
    try await withTemporaryDirectory { directory in
      let vaults = try TwoVaults(in: directory, size: 512 << 10)
      let alice = try Talker(vaults.alice, with: "bob")
      try alice.say(String(repeating: "long ", count: 40_000))
      let frames = Mutex<[Int]>([])
      let queue = FrameQueue()
      let (listener, caller) = MemoryPipe.pair(joinerSends: { _, bytes in
        frames.withLock { $0.append(bytes.count) }
        // She leaves once the first piece is out.
        if bytes.count > LinkFrame.pieceBytes { queue.put(.bye) }
        return bytes
      })
      let (one, two) = (
        LinkHandshake(connection: caller, randomness: KernelRandomness()),
        LinkHandshake(connection: listener, randomness: KernelRandomness())
      )
      let contact = alice.conversation.contact
      async let answered = two.answer(vaults.bob.linkKeys(of: vaults.bob.contact("alice")))
      let keys = try await one.call(vaults.alice.linkKeys(of: contact)[0])
      _ = try await answered
      try queue.put(vaults.alice.outbox(of: contact))
      let session = LinkSession(
        connection: caller, keys: keys, queue: queue, vault: vaults.alice,
        owner: alice.conversation)
      #expect(await session.run() == .left)
      let (call, empty) = (LinkHandshake.messageBytes, 19)
      let piece = LinkFrame.restBytes + LinkFrame.pieceBytes + empty
      #expect(frames.withLock { $0 } == [call, empty, piece, empty])
    }
  }
}

/// Holds a thread up.
private final class Gate: Sendable {
  private let state = Mutex((isOpen: false, isWaitedFor: false))

  var isWaitedFor: Bool { state.withLock { $0.isWaitedFor } }

  func open() { state.withLock { $0.isOpen = true } }

  func wait() {
    state.withLock { $0.isWaitedFor = true }
    while !state.withLock({ $0.isOpen }) { usleep(1000) }
  }
}
