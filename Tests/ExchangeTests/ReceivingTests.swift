import Pad
import Synchronization
import System
import TestSupport
import Testing
import Vault

@testable import Exchange

@Suite("What becomes of the packets that come", .ownThreads)
struct ReceivingTests {
  @Test("A message that comes a second time while it is being shown is shown once")
  func once() async throws {
    let gate = Gate()
    try await LinkSessionTests.withBob(delivering: gate.wait) { vaults, bob, line in
      let packet = try vaults.alice.sendText("once", to: "bob")
      try await line.send(.packet(packet))
      await eventually("it is being shown") { gate.isWaitedFor }
      let begun = Mutex(false)
      let again = Task(executorPreference: OwnThreads.executor) {
        begun.withLock { $0 = true }
        return Result {
          try bob.conversation.receive(MemoryBytes(packet), by: bob.screen.sink())
        }
      }
      await eventually("it is read again") { begun.withLock { $0 } }
      gate.open()
      let second = await again.value
      #expect(throws: VaultError.alreadyRead(from: "alice")) { try second.get() }
      #expect(bob.screen.texts == ["once"])
    }
  }

  @Test("A person who gets another name meanwhile is still heard; somebody else is not")
  func names() async throws {
    try await LinkSessionTests.withBob { vaults, bob, line in
      try vaults.bob.rename("alice", to: "alicia")
      let carol = try TwoVaults.vault(vaults.directory + "/carol")
      let id = PadID(KernelRandomness().bytes(PadID.byteCount))
      let shape = TwoVaults.shape
      let material = SecretBytes(random: shape.materialBytes, from: KernelRandomness())
      try TwoVaults.add(material, id, shape, to: carol, of: "bob", .giver, true)
      try TwoVaults.add(material, id, shape, to: vaults.bob, of: "alice", .taker, true)
      let passedOn = try carol.sendText("not alice's", to: "bob")
      try await line.send(.packet(passedOn))
      try await line.send(.packet(vaults.alice.sendText("hello", to: "bob")))
      await eventually("it is read") { bob.screen.texts == ["hello"] }
      #expect(bob.screen.unreadable == [.foreign])
      #expect(try vaults.bob.receiveText(passedOn) == "not alice's")
    }
  }

  @Test("Of 100,000 unreadable packets, each reason is told once; the next message is read")
  func unreadable() async throws {
    try await LinkSessionTests.withBob { vaults, bob, line in
      for _ in 0..<100_000 { try await line.send(.packet([1])) }
      try await line.send(.packet(vaults.alice.sendText("after it", to: "bob")))
      await eventually("the next is read") { bob.screen.texts == ["after it"] }
      #expect(bob.screen.unreadable == [.foreign])
    }
  }

  @Test("A long packet that cannot be kept here holds up nothing")
  func noRoom() async throws {
    try await LinkSessionTests.withBob(padBytes: 2 << 20) { vaults, bob, line in
      let spool = vaults.directory + "/bob/spool"
      _ = try? Program("rm").run(["-rf", spool])
      try writeFile(spool, [])
      let text = String(repeating: "long ", count: 100_000)
      let long = try vaults.alice.sendText(text, to: "bob")
      try await line.sendInPieces(long)
      try await line.send(.packet(vaults.alice.sendText("short", to: "bob")))
      await eventually("the short one is read") { bob.screen.texts == ["short"] }
      #expect(bob.screen.unreadable.count == 1 && bob.screen.unreadable != [.foreign])
      try Disk().remove(spool)
      try await line.sendInPieces(long)
      await eventually("the long one is read") { bob.screen.texts == ["short", text] }
    }
  }

  @Test("What there is no room for is told of once, is not missing, and comes the next time")
  func refused() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, size: 256 << 10)
      let alice = try Talker(two.alice, with: "bob")
      let bob = try Talker(two.bob, with: "alice", putsOff: true)
      for number in 1...70 { try alice.say("text \(number)") }
      let last = try two.alice.sendText("the last", to: "bob")
      try await ConversationTests.connect(alice, bob) { line in
        await eventually("there is no more room") {
          bob.conversation.state.withLock { $0.putOff.count == 64 && $0.refused.count == 6 }
        }
        let report = try bob.conversation.receive(MemoryBytes(last), by: TextSink { _ in })
        bob.conversation.tell(report)
        #expect(bob.screen.missing.isEmpty)
        #expect(bob.screen.noRoom == 1)
        for number in 1...64 { _ = try bob.conversation.take(number, by: TextSink { _ in }) }
        await eventually("these arrived") { alice.screen.arrived.count == 64 }
        #expect(line.failure == nil)
      }
      await eventually("both are away") { !alice.screen.isHere && !bob.screen.isHere }
      try await ConversationTests.connect(alice, bob) { _ in
        await eventually("the rest came") { bob.screen.putOff.count == 70 }
      }
      #expect(bob.screen.missing.isEmpty && bob.screen.noRoom == 1)
    }
  }

  @Test("Read more than 256 messages ago, a message is passed: nobody knows any more which it was")
  func longAgo() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, size: 1 << 20)
      let (alice, bob) = (try Talker(two.alice, with: "bob"), try Talker(two.bob, with: "alice"))
      for number in 1...300 { try alice.say("\(number)") }
      for entry in try two.alice.outbox(of: two.alice.contact("bob")) {
        let packet = try #require(try two.alice.packet(entry))
        _ = try two.bob.receiveText(packet.bytes(0..<packet.count))
      }
      try await ConversationTests.connect(alice, bob) { _ in
        await eventually("all are answered") { alice.conversation.waitingCount == 0 }
      }
      #expect(alice.screen.passed == Array(1...44) && alice.screen.arrived == Array(45...300))
      #expect(bob.screen.texts == [])
    }
  }
}
