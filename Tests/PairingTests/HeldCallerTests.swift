import Discovery
import Link
import PairingFuzzTargets
import System
import TestSupport
import Testing

@testable import Pairing

@Suite("A caller for whom the listener's person has to decide", .ownThreads)
struct HeldCallerTests {
  private static func pairing(_ screen: ScriptedScreen) -> Pairing {
    Pairing(
      store: MemoryStore(), options: TwoEnds.options(size: 1 << 16), screen: screen,
      randomness: KernelRandomness(), storage: Disk())
  }

  /// Calls a listener that lets nobody in at first; `decide` is called once the caller was asked to
  /// wait. Returns what came of the call, and what the listener said.
  private static func call(
    _ decision: AdmissionControl.Policy
  ) async throws -> (joined: Bool, said: [String]) {
    let room = Room()
    let screens = (
      ScriptedScreen("one", other: "two", room: room),
      ScriptedScreen("two", other: "one", room: room)
    )
    let status = MeetingStatus(.undecided)
    // Not a task of its own: that would run among the other tests. If nobody joins, it is cancelled
    // with this scope.
    async let listening = try? pairing(screens.0).listen(host: "127.0.0.1", port: 0, status)
    try await eventually("a port") { screens.0.port != nil }
    let place = Endpoint(host: "127.0.0.1", port: screens.0.port!)
    async let joining = try? pairing(screens.1)
      .connect(to: [place], as: Offer(name: "bob"), tries: 1) { true }
    try await eventually("the wait") { screens.1.count("held") == 1 }
    #expect(status.callers.map(\.offer.name) == ["bob"])
    _ = status.admit(decision)
    let joined = await joining != nil
    if joined {
      _ = await listening
    } else {
      try await eventually("a word about it") { screens.0.count("passed over") > 0 }
    }
    return (joined, screens.0.said)
  }

  @Test("waits, and is let in once it is chosen")
  func chosen() async throws {
    #expect(try await Self.call(.chosen(Offer(name: "bob"))).joined)
  }

  @Test("is turned away if another one is chosen, before anything counts")
  func refused() async throws {
    let (joined, said) = try await Self.call(.chosen(Offer(name: "carol")))
    #expect(!joined && said.dropFirst() == ["passed over: notChosen"], "\(said)")
  }

  @Test("A person who sees that it is the wrong computer types n, at either end")
  func wrongComputer() async {
    for line in ["n", " No"] {
      var ends = TwoEnds()
      ends.listenerScript = [.text(line)]
      ends.joinerScript = [.wait]
      let (listener, joiner) = await ends.run()
      #expect(listener.error == .wrongComputer && joiner.error == .otherEndStopped)
    }
  }
}
