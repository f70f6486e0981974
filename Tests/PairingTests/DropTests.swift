import Link
import Pad
import PairingFuzzTargets
import System
import TestSupport
import Testing

@testable import Pairing

/// A stranger who may already know the code on the other screen, and hangs up unless it is the one
/// he needs.
@Suite("Somebody who hangs up", .serialized, .ownThreads)
struct DropTests {
  /// Early steps before each late one: a thousand in all.
  private static let calls = 334

  @Test(
    "on a listener learns nothing before the opening, and three times after it ends the command",
    arguments: Dropper.Step.late)
  func caller(late: Dropper.Step) async throws {
    let screen = DropTests.patientScreen()
    let store = MemoryStore()
    let listener = DropTests.pairing(store, screen)
    async let listening = DropTests.error { try await listener.listen(host: "127.0.0.1", port: 0) }
    try await eventually("a port") { screen.port != nil }
    let endpoint = Endpoint(host: "127.0.0.1", port: screen.port!)
    for number in 1...DropTests.calls {
      let step = Dropper.Step.early[number % Dropper.Step.early.count]
      try await Dropper.call(endpoint, hangingUp: step)
      try await eventually("call \(number)") { screen.count("passed over") >= number }
    }
    #expect(screen.said.allSatisfy { $0.hasPrefix("passed over") || $0.hasPrefix("port") })
    for number in 1...3 {
      try await Dropper.call(endpoint, hangingUp: late)
      try await eventually("failure \(number)") { screen.count("failed") >= number }
    }
    #expect(await listening != nil)
    #expect(
      screen.said.filter { $0.hasPrefix("failed") }.map { $0.suffix(6) } == [
        "2 left", "1 left", "0 left",
      ])
    #expect(screen.count("code") <= 3)
    await #expect(throws: (any Error).self) {
      try await Dropper.call(endpoint, hangingUp: .beforeOpening)
    }
    #expect(store.all.isEmpty)
  }

  @Test(
    "on a joiner learns nothing before the opening, ends the call after it, and three end them all",
    arguments: Dropper.Step.late)
  func listener(late: Dropper.Step) async throws {
    let screen = DropTests.patientScreen()
    let joiner = DropTests.pairing(MemoryStore(), screen)
    let place = try await SocketListener.bind(host: "127.0.0.1", port: 0)
    let answering = Task {
      var answered = 0
      while let connection = await place.next(until: .now + .seconds(60)) {
        answered += 1
        let isEarly = answered <= DropTests.calls
        let step = isEarly ? Dropper.Step.early[answered % Dropper.Step.early.count] : late
        try? await Dropper.answer(connection, hangingUp: step)
      }
      return answered
    }
    let endpoint = Endpoint(host: "127.0.0.1", port: place.port)
    for _ in 0..<3 {
      #expect(await DropTests.error { try await joiner.connect(to: [endpoint]) } != nil)
    }
    #expect(screen.said.prefix(DropTests.calls).allSatisfy { $0.hasPrefix("passed over") })
    #expect(screen.count("passed over") == DropTests.calls)
    #expect(screen.count("connected") == 3 && screen.count("code") <= 3)
    // The fourth is refused without a call.
    #expect(await DropTests.error { try await joiner.connect(to: [endpoint]) } != nil)
    place.close()
    #expect(await answering.value == DropTests.calls + 3)
  }

  /// A screen whose person types nothing until the connection is gone.
  private static func patientScreen() -> ScriptedScreen {
    ScriptedScreen("one", other: "two", room: Room(), script: [.wait, .wait, .wait])
  }

  private static func pairing(_ store: any PadStore, _ screen: ScriptedScreen) -> Pairing {
    var options = TwoEnds.options()
    options.pause = .zero
    options.patience = .seconds(300)
    return Pairing(
      store: store, options: options, screen: screen, randomness: KernelRandomness(),
      storage: Disk())
  }

  private static func error(_ body: () async throws -> PairingResult) async -> PairingError? {
    do {
      _ = try await body()
      return nil
    } catch { return error as? PairingError }
  }
}
