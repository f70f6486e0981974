import Link
import System
import TestSupport
import Testing
import Vault

@testable import Exchange

@Suite("Calls through a program that may ask for a password first", .ownThreads)
struct SlowCallTests {
  @Test("The time for the handshake begins with the first byte of the other end")
  func password() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let (alice, bob) = (try Talker(two.alice, with: "bob"), try Talker(two.bob, with: "alice"))
      let (listener, caller) = MemoryPipe.pair()
      async let called: Void? = try? alice.conversation.callOnce(
        { () async throws(LinkError) in caller }, patience: LinkHandshake.programTime, with: \.first
      )
      await eventually("she has called") { caller.allLimits == [LinkHandshake.programTime] }
      async let answered: Void = bob.conversation.answer(listener, PendingConnections())
      await eventually("both are here") { alice.screen.isHere && bob.screen.isHere }
      #expect(
        caller.allLimits.prefix(2) == [LinkHandshake.programTime, LinkHandshake.time])
      caller.close()
      _ = await (answered, called)
    }
  }
}
