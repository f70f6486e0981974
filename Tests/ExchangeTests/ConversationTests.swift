import Codec
import Link
import Pad
import Synchronization
import System
import TestSupport
import Testing
import Vault

@testable import Exchange

@Suite("Conversations", .ownThreads)
struct ConversationTests {
  /// Two talkers with a connection between them, until `body` returns.
  private func talk(
    putsOff: Bool = false,
    _ body: (_ alice: Talker, _ bob: Talker, _ line: MemoryPipe) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let alice = try Talker(two.alice, with: "bob")
      let bob = try Talker(two.bob, with: "alice", putsOff: putsOff)
      try await ConversationTests.connect(alice, bob) { try await body(alice, bob, $0) }
    }
  }

  static func connect(
    _ alice: Talker, _ bob: Talker, aliceSends: @escaping MemoryPipe.Interference = { $1 },
    _ body: (MemoryPipe) async throws -> Void
  ) async throws {
    let (listener, caller) = MemoryPipe.pair(joinerSends: aliceSends)
    async let answered: Void = bob.conversation.answer(listener, PendingConnections())
    async let called: Void? = try? alice.conversation.callOnce(
      { () async throws(LinkError) in caller }, with: \.first)
    await eventually("both are here") { alice.screen.isHere && bob.screen.isHere }
    do { try await body(caller) } catch {
      caller.close()
      throw error
    }
    caller.close()
    _ = await (answered, called)
  }

  @Test("Messages go both ways, and each end learns that they arrived")
  func bothWays() async throws {
    try await talk { alice, bob, _ in
      let numbers = [try alice.say("hello"), try bob.say("hi")]
      #expect(numbers == [1, 1])
      await eventually("both arrived") { alice.screen.arrived == [1] && bob.screen.arrived == [1] }
      #expect(bob.screen.texts == ["hello"] && alice.screen.texts == ["hi"])
      #expect(alice.conversation.waitingCount == 0)
    }
  }

  @Test("Both ends learn how far a long message has come")
  func progress() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, size: 4 << 20)
      let (alice, bob) = (try Talker(two.alice, with: "bob"), try Talker(two.bob, with: "alice"))
      try await ConversationTests.connect(alice, bob) { _ in
        try alice.say(String(repeating: "x", count: 1_000_000))
        await eventually("it arrived") { alice.screen.arrived == [1] }
        #expect(alice.screen.progress == [.sent(25), .sent(51), .sent(77), nil])
        // Bob acknowledges the message before his screen stops showing how far it has come.
        await eventually("bob's end is over") { bob.screen.progress.last == .some(nil) }
        #expect(bob.screen.progress == [.received(25), .received(51), .received(77), nil])
      }
    }
  }

  @Test("What is said before the other end is there arrives once it is, in order")
  func before() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let texts = (1...20).map { "\($0)" }
      let first = try Talker(two.alice, with: "bob")
      for text in texts { try first.say(text) }
      first.conversation.releaseLock()
      #expect(try two.alice.undelivered(to: two.alice.contact("bob")) == 20)
      // Another command, another time.
      let (alice, bob) = (try Talker(two.alice, with: "bob"), try Talker(two.bob, with: "alice"))
      #expect(alice.conversation.waitingCount == 20)
      try await ConversationTests.connect(alice, bob) { _ in
        await eventually("all arrived") { alice.conversation.waitingCount == 0 }
      }
      #expect(bob.screen.texts == texts)
      #expect(try two.alice.undelivered(to: two.alice.contact("bob")) == 0)
    }
  }

  @Test("Messages on two pads leave in the order in which they were written")
  func twoPads() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try TwoVaults.addPad(
        to: two.alice, and: two.bob, #require(PadShape(size: 1 << 18, split: 50)))
      let first = try Talker(two.alice, with: "bob")
      // A packet that does not fit into one frame would be overtaken.
      var texts = (1...10).map { "text \($0)" }
      for text in texts { try first.say(text) }
      let pads = try two.alice.contact("bob").pads
      texts += [String(repeating: "x", count: pads[0].send.left), "short"]
      for text in texts.suffix(2) { try first.say(text) }
      first.conversation.releaseLock()
      let entries = try two.alice.outbox(of: two.alice.contact("bob"))
      #expect(entries.map(\.pad) == texts.indices.map { pads[$0 == 10 ? 1 : 0].id })
      #expect(entries.allSatisfy { $0.count <= LinkFrame.pieceBytes })
      let (alice, bob) = (try Talker(two.alice, with: "bob"), try Talker(two.bob, with: "alice"))
      try await ConversationTests.connect(alice, bob) { _ in
        await eventually("all arrived") { alice.conversation.waitingCount == 0 }
      }
      #expect(bob.screen.texts == texts)
    }
  }

  @Test("What is said goes to the same person, whoever has got the name meanwhile")
  func renamed() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try TwoVaults.addPad(to: two.alice, of: "carol")
      let alice = try Talker(two.alice, with: "bob")
      try two.alice.rename("bob", to: "robert")
      try two.alice.rename("carol", to: "bob")
      try alice.say("for robert")
      #expect(try two.alice.undelivered(to: two.alice.contact("robert")) == 1)
      #expect(try two.alice.undelivered(to: two.alice.contact("bob")) == 0)
    }
  }

  @Test("A message that was read another way is confirmed, and is not shown again")
  func pasted() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let (alice, bob) = (try Talker(two.alice, with: "bob"), try Talker(two.bob, with: "alice"))
      try alice.say("pasted")
      let entry = try #require(try two.alice.outbox(of: two.alice.contact("bob")).first)
      let packet = try #require(try two.alice.packet(entry))
      #expect(try two.bob.receiveText(packet.bytes(0..<packet.count)) == "pasted")
      try await ConversationTests.connect(alice, bob) { _ in
        await eventually("confirmed") { alice.screen.arrived == [1] }
      }
      #expect(bob.screen.texts == [])
    }
  }

  @Test("A message that was skipped is passed, and leaves the outbox")
  func skipped() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let (alice, bob) = (try Talker(two.alice, with: "bob"), try Talker(two.bob, with: "alice"))
      try alice.say("lost")
      let later = try two.alice.sendText("later", to: "bob")
      #expect(try two.bob.receiveText(later) == "later")
      _ = try two.bob.skip("alice")
      try await ConversationTests.connect(alice, bob) { _ in
        await eventually("passed") { alice.screen.passed == [1] }
      }
      #expect(bob.screen.texts == [] && alice.screen.arrived == [])
      #expect(try two.alice.outbox(of: two.alice.contact("bob")).isEmpty)
    }
  }

  @Test("A message that is put off stays unread, and is confirmed once it is taken")
  func putOff() async throws {
    try await talk(putsOff: true) { alice, bob, _ in
      try alice.say("a file, as it were")
      await eventually("put off") { bob.screen.putOff == [1] }
      #expect(alice.screen.arrived == [] && alice.conversation.waitingCount == 1)
      var text = ""
      let sink = TextSink { text = $0 }
      #expect(try bob.conversation.take(1, by: sink)?.number == 1)
      #expect(text == "a file, as it were")
      await eventually("confirmed") { alice.screen.arrived == [1] }
      #expect(try bob.conversation.take(1, by: sink) == nil)
    }
  }

  @Test("A receipt that matches nothing changes nothing")
  func madeUp() async throws {
    try await talk { alice, bob, line in
      line.close()
      await eventually("away") { !alice.screen.isHere }
      try alice.say("waits")
      try alice.conversation.confirm(PacketReceipt(number: 7))
      #expect(alice.screen.arrived == [] && alice.conversation.waitingCount == 1)
    }
  }

  @Test("Packets on the exchange have few lengths: they fill their chunks")
  func lengths() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let alice = try Talker(two.alice, with: "bob")
      for count in [1, 20, 100, 150, 170, 200, 400] {
        try alice.say(String(repeating: "x", count: count))
      }
      let vault = two.alice
      let lengths = try vault.outbox(of: vault.contact("bob")).map { entry in
        try #require(try vault.packet(entry)).count
      }
      let chunk = try vault.contact("bob").pads[0].chunkBytes
      #expect(
        lengths.allSatisfy {
          ($0 - Packet.overheadBytes + PadSlice.authenticationBytes) % chunk == 0
        })
      #expect(Set(lengths.prefix(5)).count == 1)
    }
  }
}
