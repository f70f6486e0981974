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
  static func withBob(
    padBytes: Int = 512 << 10, delivering: @escaping @Sendable () -> Void = {},
    _ body: (_ vaults: TwoVaults, _ bob: Talker, _ line: Line) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let vaults = try TwoVaults(in: directory, size: padBytes)
      let bob = try Talker(vaults.bob, with: "alice", delivering: delivering)
      let (listener, caller) = MemoryPipe.pair(limitsOn: OwnThreads.executor)
      async let answered: Void = bob.conversation.answer(listener, PendingConnections())
      let handshake = LinkHandshake(connection: caller, randomness: KernelRandomness())
      let keys = try await handshake.call(
        vaults.alice.linkKeys(of: vaults.alice.contact("bob"))[0])
      try await body(
        vaults, bob,
        Line(caller: caller, listener: listener, keys: keys, sealer: FrameSealerBox(keys)))
      caller.close()
      await answered
    }
  }

  struct Line {
    let caller: MemoryPipe
    let listener: MemoryPipe
    let keys: FrameKeys
    let sealer: FrameSealerBox

    func send(_ frame: LinkFrame) async throws { try await caller.write(sealer.seal(frame)) }

    func sendInPieces(_ packet: [UInt8], from first: Int = 0) async throws {
      for start in stride(from: first, to: packet.count, by: LinkFrame.pieceBytes) {
        let end = min(start + LinkFrame.pieceBytes, packet.count)
        try await send(.piece(Array(packet[start..<end]), rest: packet.count - end))
      }
    }
  }

  @Test("Who says nothing after the handshake is dropped in time, and never counts as here")
  func silentCaller() async throws {
    try await LinkSessionTests.withBob { _, bob, line in
      // Other tests may keep the threads busy on which the limits run.
      line.caller.limit(to: .seconds(600))
      while (try? await line.caller.read(exactly: 1)) != nil {}
      #expect(line.listener.failure == .timedOut)
      #expect(line.listener.allLimits == [LinkHandshake.time])
      #expect(bob.screen.meetings == 0)
    }
  }

  @Test("An end may be silent for a minute, and says by itself that it is there")
  func silence() async throws {
    try await LinkSessionTests.withBob { _, bob, line in
      try await line.send(.ping)
      await eventually("the session has begun") { line.listener.allLimits.count == 2 }
      #expect(line.listener.allLimits.last == .seconds(60) && line.listener.isLimited)
      line.caller.limit(to: .seconds(600))
      // The first is its greeting.
      var opening = line.keys.opening()
      for _ in 1...2 {
        let length = try await line.caller.read(exactly: LinkFrame.lengthBytes)
        let count = try #require(FrameOpener.sealedBytes(length))
        let sealed = try await line.caller.read(exactly: count)
        #expect(opening.open(sealed, length: length) == .ping)
      }
      #expect(bob.screen.isHere)
    }
  }

  @Test("A session may begin with a piece of a packet")
  func firstPiece() async throws {
    try await LinkSessionTests.withBob { vaults, bob, line in
      let packet = try vaults.alice.sendText("at once", to: "bob")
      try await line.send(.piece(Array(packet.prefix(10)), rest: packet.count - 10))
      try await line.send(.piece(Array(packet.dropFirst(10)), rest: 0))
      await eventually("it is read") { bob.screen.texts == ["at once"] }
    }
  }

  @Test("A message between the pieces of another is shown at once, and nothing counts as missing")
  func overtaken() async throws {
    try await LinkSessionTests.withBob { vaults, bob, line in
      let long = try vaults.alice.sendText(String(repeating: "long ", count: 40_000), to: "bob")
      let short = try vaults.alice.sendText("short", to: "bob")
      try await line.send(.piece(Array(long.prefix(1000)), rest: long.count - 1000))
      try await line.send(.packet(short))
      await eventually("the short one is read") { bob.screen.texts == ["short"] }
      try await line.sendInPieces(long, from: 1000)
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
    try await LinkSessionTests.withBob { vaults, bob, line in
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
    try await LinkSessionTests.withBob { vaults, bob, line in
      try await line.send(.ping)
      await eventually("the session has begun") { bob.screen.isHere }
      try TwoVaults.addPad(to: vaults.alice, and: vaults.bob, PadShape(size: 4 << 20, split: 50)!)
      let text = String(repeating: "long ", count: 200_000)
      try await line.sendInPieces(vaults.alice.sendText(text, to: "bob"))
      await eventually("it is read") { bob.screen.texts == [text] }
      #expect(bob.screen.unreadable == [])
    }
  }

  @Test("What is missing is told once the other message has come, whatever becomes of that one")
  func heldNews() async throws {
    try await LinkSessionTests.withBob { vaults, bob, line in
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
    try await LinkSessionTests.withBob(delivering: gate.wait) { vaults, bob, line in
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
final class Gate: Sendable {
  private let state = Mutex((isOpen: false, isWaitedFor: false))

  var isWaitedFor: Bool { state.withLock { $0.isWaitedFor } }

  func open() { state.withLock { $0.isOpen = true } }

  func wait() {
    state.withLock { $0.isWaitedFor = true }
    while !state.withLock({ $0.isOpen }) { usleep(1000) }
  }
}
