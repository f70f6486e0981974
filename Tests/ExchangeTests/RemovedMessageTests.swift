import Codec
import Link
import Pad
import Synchronization
import System
import TestSupport
import Testing
import Vault

@testable import Exchange

@Suite("A message that the person takes back", .ownThreads)
struct RemovedMessageTests {
  @Test("Of a message that the person removes while it is being sent, the rest does not leave")
  func removed() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, size: 4 << 20)
      let (alice, bob) = (try Talker(two.alice, with: "bob"), try Talker(two.bob, with: "alice"))
      let isRemoved = Mutex(false)
      try await ConversationTests.connect(
        alice, bob,
        aliceSends: { write, bytes in
          #expect(!isRemoved.withLock { $0 })
          // Until `say` has returned, nothing is taken for removed.
          if write >= 10 {
            for entry in (try? two.alice.outbox(of: two.alice.contact("bob"))) ?? [] {
              try? two.alice.drop(entry)
            }
            alice.conversation.syncWithOutbox()
            isRemoved.withLock { $0 = alice.conversation.waitingCount == 0 }
          }
          return bytes
        }
      ) { _ in
        try alice.say(String(repeating: "x", count: 1_000_000))
        await eventually("the connection ended") { alice.screen.away == [.removed] }
      }
      #expect(bob.screen.texts == [] && alice.screen.arrived == [])
    }
  }

  @Test("What was removed after it had left counts as arrived once the other end has read it")
  func removedLate() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let gate = Gate()
      let alice = try Talker(two.alice, with: "bob")
      let bob = try Talker(two.bob, with: "alice", delivering: gate.wait)
      try await ConversationTests.connect(alice, bob) { _ in
        try alice.say("one")
        await eventually("it is being shown") { gate.isWaitedFor }
        let entry = try #require(try two.alice.outbox(of: two.alice.contact("bob")).first)
        #expect(try alice.conversation.drop(entry))
        #expect(try !alice.conversation.drop(entry))
        gate.open()
        await eventually("it arrived") { alice.screen.arrived == [1] }
        #expect(bob.screen.texts == ["one"] && bob.screen.missing.isEmpty)
      }
    }
  }
}
