import Link
import PairingFuzzTargets
import System
import TestSupport
import Testing

@testable import Pairing

/// Messages of the handshake that an end has to refuse (vernam-pairing(7), WHAT AN END REFUSES).
@Suite("A refused message", .serialized, .ownThreads)
struct RefusedMessageTests {
  /// One change of a sound message, and the error that it is.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let range: Range<Int>
    let value: UInt8
    let error: PairingError

    func apply(to message: [UInt8]) -> [UInt8] {
      message.enumerated().map { range.contains($0.offset) ? value : $0.element }
    }
  }

  private static let heads = [
    Case(testDescription: "magic", range: 0..<1, value: 0, error: .notVernam),
    Case(testDescription: "newer version", range: 9..<10, value: 2, error: .newerVersion),
    Case(testDescription: "version 0", range: 9..<10, value: 0, error: .malformedHandshake),
  ]

  @Test(
    "M1 ends the call before M2 and counts nothing, and an honest listener is joined after it",
    arguments: heads + [
      Case(testDescription: "role 3", range: 10..<11, value: 3, error: .malformedHandshake),
      Case(testDescription: "size 0", range: 11..<19, value: 0, error: .malformedHandshake),
      Case(testDescription: "ML-KEM unreduced", range: 36..<420, value: 255, error: .keyExchange),
      Case(
        testDescription: "X25519 of low order", range: 1220..<1252, value: 0, error: .keyExchange),
    ])
  func messageOne(_ change: Case) async throws {
    let room = Room()
    let screen = ScriptedScreen("two", other: "one", room: room)
    let store = MemoryStore()
    let joiner = Self.pairing(store, screen)
    let place = try await SocketListener.bind(host: "127.0.0.1", port: 0)
    defer { place.close() }
    async let answer = Self.answer(at: place, change)
    let endpoint = Endpoint(host: "127.0.0.1", port: place.port)
    await #expect(throws: change.error) { try await joiner.connect(to: [endpoint]) }
    #expect(await answer == false, "M2 was sent")
    #expect(screen.said == ["passed over: \(change.error)"])

    let other = ScriptedScreen("one", other: "two", room: room)
    async let given = Self.pairing(MemoryStore(), other).listen(host: "127.0.0.1", port: 0)
    try await eventually("a port") { other.port != nil }
    let taken = try await joiner.connect(to: [Endpoint(host: "127.0.0.1", port: other.port!)])
    #expect(try await given.padID == taken.padID && screen.count("failed") == 0)
  }

  /// Sends the changed M1 to the next caller; returns whether a byte of M2 came.
  private static func answer(at place: SocketListener, _ change: Case) async -> Bool? {
    guard let caller = await place.next(until: .now + .seconds(60)) else { return nil }
    defer { caller.close() }
    caller.limit(to: .seconds(60))
    do {
      _ = try await caller.read(exactly: JoinRequest.byteCount)
      let handshake = try ListenerHandshake(
        request: PadRequest(role: .shape), randomness: KernelRandomness())
      try await caller.write(change.apply(to: handshake.messageOne))
    } catch { return nil }
    return (try? await caller.read(exactly: 1)) != nil
  }

  @Test(
    "M0 costs the listener nothing, and an honest joiner gets in after it",
    arguments: heads + [
      Case(
        testDescription: "name without an end", range: 10..<74, value: 97,
        error: .malformedHandshake)
    ])
  func joinRequest(_ change: Case) async throws {
    try await listen(change) { connection in
      try await connection.write(change.apply(to: JoinRequest(from: nil).bytes))
    }
  }

  @Test(
    "M2 costs the listener nothing, and an honest joiner gets in after it",
    arguments: [
      Case(testDescription: "role 3", range: 0..<1, value: 3, error: .malformedHandshake),
      Case(testDescription: "split", range: 9..<10, value: 99, error: .malformedHandshake),
      Case(
        testDescription: "role 2 with an impossible size", range: 0..<10, value: 2,
        error: .malformedHandshake),
      Case(
        testDescription: "X25519 of low order", range: 1098..<1130, value: 0, error: .keyExchange),
    ])
  func messageTwo(_ change: Case) async throws {
    try await listen(change) { connection in
      try await connection.write(JoinRequest(from: nil).bytes)
      let messageOne = try await connection.read(exactly: MessageOne.byteCount)
      let handshake = try JoinerHandshake(
        request: PadRequest(role: .either), messageOne: messageOne,
        randomness: KernelRandomness())
      try await connection.write(change.apply(to: handshake.messageTwo))
    }
  }

  /// Somebody calls a listener, which turns the caller away before M3 and joins the next one.
  private func listen(
    _ change: Case, _ call: (any Connection) async throws -> Void
  ) async throws {
    let room = Room()
    let screen = ScriptedScreen("one", other: "two", room: room)
    async let given = Self.pairing(MemoryStore(), screen).listen(host: "127.0.0.1", port: 0)
    try await eventually("a port") { screen.port != nil }
    let endpoint = Endpoint(host: "127.0.0.1", port: screen.port!)
    let caller = try await Dialer.connect(to: [endpoint], until: .now + .seconds(60))
    defer { caller.close() }
    try await call(caller)
    try await eventually("a word about it") { screen.count("passed over") > 0 }
    let joiner = Self.pairing(MemoryStore(), ScriptedScreen("two", other: "one", room: room))
    let taken = try await joiner.connect(to: [endpoint])
    #expect(try await given.padID == taken.padID)
    #expect(screen.said.dropFirst().first == "passed over: \(change.error)")
    #expect(screen.count("failed") == 0)
  }

  private static func pairing(_ store: MemoryStore, _ screen: ScriptedScreen) -> Pairing {
    Pairing(
      store: store, options: TwoEnds.options(size: 64 << 10), screen: screen,
      randomness: KernelRandomness(),
      storage: Disk())
  }
}
