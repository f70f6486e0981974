import Glibc
import Link
import Synchronization
import TestSupport
import Testing
import Vault

@testable import Exchange

/// With VERNAM_EVERY_BYTE=1 every byte is harmed in every way, which takes hours; with a greater
/// number N, each Nth byte.
@Suite("A conversation over a bad network", .ownThreads)
struct FaultyNetworkTests {
  private static let texts = (1...10).map { "message \($0)" }

  /// Talks over a network until everything is confirmed; returns how many bytes each end sent.
  @discardableResult
  private static func talk(
    over network: FaultyNetwork, in directory: String, _ place: Comment
  ) async throws -> (caller: Int, other: Int) {
    let two = try TwoVaults(in: directory)
    let (alice, bob) = (try Talker(two.alice, with: "bob"), try Talker(two.bob, with: "alice"))
    let isOver: @Sendable () -> Bool = {
      alice.screen.arrived.count + bob.screen.arrived.count == 2 * texts.count
    }
    async let linked: Void = link(alice, bob, over: network, until: isOver)
    for text in texts {
      try alice.say("alice's \(text)")
      try bob.say("bob's \(text)")
    }
    await linked
    #expect(bob.screen.texts == texts.map { "alice's \($0)" }, place)
    #expect(alice.screen.texts == texts.map { "bob's \($0)" }, place)
    for talker in [alice, bob] {
      #expect(talker.screen.arrived.sorted() == Array(1...10), place)
      #expect(talker.screen.unreadable == [], place)
      #expect(try talker.vault.outbox(of: talker.conversation.contact).isEmpty, place)
    }
    return network.bytesSent
  }

  /// Alice calls bob again and again.
  private static func link(
    _ alice: Talker, _ bob: Talker, over network: FaultyNetwork,
    until isOver: @escaping @Sendable () -> Bool
  ) async {
    // A doubled byte can pass for a long frame: its reader waits out the whole silence.
    let end = ContinuousClock.now + LinkSession.silence + .seconds(240)
    repeat {
      let (caller, other) = network.connect()
      async let answered: Void = bob.conversation.answer(other, PendingConnections())
      async let called: Void? = try? alice.conversation.callOnce(
        { () async throws(LinkError) in caller }, with: \.first)
      let watch = Task(executorPreference: OwnThreads.executor) {
        while !isOver(), caller.failure == nil, .now < end {
          try? await Task.sleep(for: .milliseconds(2))
        }
        caller.close()
      }
      _ = await (answered, called)
      await watch.value
    } while .now < end && !isOver()
  }

  @Test("Ten messages each way arrive once, in order, whichever byte is cut, doubled or late")
  func everyByte() async throws {
    let sizes = try await withTemporaryDirectory {
      try await FaultyNetworkTests.talk(over: FaultyNetwork(), in: $0, "no fault")
    }
    let step = getenv("VERNAM_EVERY_BYTE").flatMap { Int(String(cString: $0)) } ?? 97
    var harms: [FaultyNetwork.Harm] = []
    var first = 0
    for fault in FaultyNetwork.Fault.allCases {
      for byCaller in [true, false] {
        first = (first + 31) % step
        for byte in stride(from: first, to: byCaller ? sizes.caller : sizes.other, by: step) {
          harms.append(FaultyNetwork.Harm(fault: fault, byCaller: byCaller, byte: byte))
        }
      }
    }
    // Some wait for a minute: others go on meanwhile.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, harm) in harms.enumerated() {
        if number >= 24 { try await group.next() }
        group.addTask(executorPreference: OwnThreads.executor) {
          _ = try await withTemporaryDirectory {
            try await FaultyNetworkTests.talk(over: FaultyNetwork(harm), in: $0, "\(harm)")
          }
        }
      }
      try await group.waitForAll()
    }
    Figures.report("conversations with one bad byte", "\(harms.count)")
    #expect(harms.count > 100)
  }
}
