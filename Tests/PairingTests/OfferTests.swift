import Link
import Pad
import PairingFuzzTargets
import System
import TestSupport
import Testing

@testable import Pairing

/// Sizes and splits from a hostile end.
@Suite("The other end's request", .ownThreads)
struct OfferTests {
  private static let impossible: [(UInt64, UInt8)] = [
    (0, 50), (255, 50), (511, 50), (1 << 45, 50), (1 << 62, 50), (1 << 63, 50), (.max, 50),
    (1 << 20, 0), (1 << 20, 100), (1 << 20, 255),
  ]

  @Test("A size or split that makes no pad ends the handshake before M2", arguments: impossible)
  func joiner(size: UInt64, split: UInt8) async throws {
    let request = PadRequest(role: .shape, size: size, split: split)
    #expect(await OfferTests.joinerError(request) == .malformedHandshake)
  }

  @Test("A size or split that makes no pad ends the handshake before M3", arguments: impossible)
  func listener(size: UInt64, split: UInt8) async throws {
    let request = PadRequest(role: .shape, size: size, split: split)
    #expect(await OfferTests.listenerError(request) == .malformedHandshake)
  }

  @Test("A pad too large for the disk ends the handshake before the opening, whoever requests it")
  func disk() async throws {
    let request = PadRequest(role: .shape, size: 1 << 43)
    let error = PairingError.noSpace(needed: (1 << 43) + 64, free: 1 << 40)
    #expect(await OfferTests.joinerError(request) == error)
    var ends = TwoEnds()
    ends.listenerWishes = TwoEnds.options()
    ends.joinerWishes = TwoEnds.options(size: 1 << 20)
    ends.listenerStore = MemoryStore(fault: .hasNoRoom)
    let screen = ends.screen(.listener)
    let listener = await ends.run(screen, ends.screen(.joiner)).listener
    #expect(listener.error == .noSpace(needed: 1_048_640, free: 4096))
    #expect(screen.said.isEmpty)
  }

  /// The joiner's error for an M1 with this request.
  private static func joinerError(_ request: PadRequest) async -> PairingError? {
    let pipe = MemoryPipe.pair()
    return await error { screen in
      let hostile = try ListenerHandshake(request: request, randomness: KernelRandomness())
      try await pipe.listener.write(hostile.messageOne)
      _ = try await session(pipe.joiner, screen).prepareAsJoiner()
    }
  }

  /// The listener's error for an M2 in which a joiner gives such a pad.
  private static func listenerError(_ request: PadRequest) async -> PairingError? {
    let pipe = MemoryPipe.pair()
    return await error { screen in
      try await pipe.joiner.write(
        MessageTwo(
          settled: request, encapsulatedKey: [UInt8](repeating: 0, count: 1120),
          nonce: [UInt8](repeating: 0, count: 32)
        ).bytes)
      _ = try await session(pipe.listener, screen).prepareAsListener()
    }
  }

  private static func session(_ connection: any Connection, _ screen: ScriptedScreen) -> Session {
    var ends = TwoEnds()
    ends.listenerWishes = TwoEnds.options()
    return Session(context: ends.context(.listener, screen), connection: connection)
  }

  /// Runs `body`, and expects nothing on the screen when it fails.
  private static func error(_ body: (ScriptedScreen) async throws -> Void) async -> PairingError? {
    let screen = ScriptedScreen("one", other: "two", room: Room())
    do {
      try await body(screen)
      return nil
    } catch {
      #expect(screen.said.isEmpty)
      return error as? PairingError
    }
  }
}
