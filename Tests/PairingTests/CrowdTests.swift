import Glibc
import Pad
import PairingFuzzTargets
import System
import TestSupport
import Testing

@testable import Link
@testable import Pairing

/// An honest pairing alongside a crowd of callers that keep a listener waiting.
@Suite("A crowd of strangers", .serialized, .ownThreads)
struct CrowdTests {
  @Test("that says nothing, or one byte at a time, keeps nobody else waiting")
  func idle() async throws {
    try await pair { port in
      var strangers: [Int32] = []
      for _ in 0..<100 { strangers.append(try Stranger.stay(port: port)) }
      for _ in 0..<10 { strangers.append(try Stranger.stay(port: port, [1])) }
      return { for stranger in strangers { close(stranger) } }
    }
  }

  @Test("that calls and hangs up endlessly does not, either")
  func flood() async throws {
    try await pair { port in
      for _ in 0..<100 { try Stranger.call(port: port, []) }
      let flood = Task.detached {
        var calls = 0
        while !Task.isCancelled, calls < 5000 {
          // The listener has its pad and is gone.
          guard (try? Stranger.call(port: port, [])) != nil else { return }
          calls += 1
          try? await Task.sleep(for: .microseconds(500))
        }
      }
      return { flood.cancel() }
    }
  }

  @Test(
    "that speaks another protocol and stays holds few connections and keeps nobody waiting",
    .timeLimit(.minutes(10)), arguments: Greeting.allCases, [false, true])
  func greeting(_ greeting: Greeting, isHalfClosed: Bool) async throws {
    try await pair { port in
      let strangers = try (0..<40).map { _ in try Stranger.stay(port: port, greeting.bytes) }
      if isHalfClosed { for stranger in strangers { Stranger.closeHalf(stranger) } }
      // A caller that half-closed, or does not begin like vernam, is turned away.
      let most = isHalfClosed || greeting != .half ? 0 : HandshakeAcceptor.most
      try await eventually("strangers to be sent away") {
        strangers.count(where: Stranger.isHeld) <= most
      }
      return { for stranger in strangers { close(stranger) } }
    }
  }

  @Test("Bytes that nobody asked for fill the caller's own buffers, not this process's memory")
  func unasked() async throws {
    let place = try await SocketListener.bind(host: "127.0.0.1", port: 0)
    defer { place.close() }
    let stranger = try Stranger.stay(port: place.port)
    defer { close(stranger) }
    let next = await place.next(until: .now + .seconds(10))
    let connection = try #require(next as? ChannelConnection)
    for wanted in [1, 1162, 256 << 10] {
      try await CrowdTests.flood(stranger)
      #expect(try await connection.read(exactly: wanted).count == wanted)
      try await CrowdTests.flood(stranger)
      // One fetch makes at most four reads of the socket in a row.
      #expect(connection.received.heldBytes <= 4 * SocketOptions.readBytes)
    }
  }

  /// Sends until the connection accepts no more, or 32 MiB.
  private static func flood(_ stranger: Int32) async throws {
    let bytes = [UInt8](repeating: 0xff, count: 1 << 16)
    var sent = 0
    var refusals = 0
    while sent < 32 << 20, refusals < 20 {
      let count = Stranger.say(stranger, bytes)
      sent += count
      refusals = count == 0 ? refusals + 1 : 0
      if count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  @Test("If there are too many callers, the oldest of the host with the most is turned away")
  func fairness() {
    var callers = PendingHandshakes()
    let honest = Caller("10.0.0.2:1")
    #expect(callers.admit(honest) == nil)
    let crowd = (0..<HandshakeAcceptor.most + 4).map { Caller("10.0.0.3:\($0)") }
    let sentAway = crowd.compactMap { callers.admit($0) }
    #expect(sentAway.map(\.peer) == crowd.prefix(5).map(\.peer))
    // One from each of many hosts: the oldest of all goes.
    var others = PendingHandshakes()
    let hosts = (0...HandshakeAcceptor.most).map { Caller("[fe80::\($0)]:9") }
    #expect(hosts.compactMap { others.admit($0)?.peer } == ["[fe80::0]:9"])
  }

  /// Pairs with `crowd` at the listener's port; it returns a closure that ends the crowd.
  private func pair(_ crowd: (_ port: Int) async throws -> () -> Void) async throws {
    let room = Room()
    let screen = ScriptedScreen("one", other: "two", room: room)
    let (ours, theirs) = (MemoryStore(), MemoryStore())
    async let listening = CrowdTests.pairing(ours, screen, size: 1 << 16)
      .listen(host: "127.0.0.1", port: 0)
    try await eventually("a port") { screen.port != nil }
    let port = screen.port!
    let end = try await crowd(port)
    defer { end() }
    let joiner = CrowdTests.pairing(theirs, ScriptedScreen("two", other: "one", room: room))
    let taken = try await joiner.connect(to: [Endpoint(host: "127.0.0.1", port: port)])
    let given = try await listening
    #expect(given.padID == taken.padID)
    #expect(ours.all == theirs.all && ours.all.count == 1)
    #expect(screen.said.allSatisfy { !$0.hasPrefix("failed") })
  }

  private static func pairing(
    _ store: any PadStore, _ screen: ScriptedScreen, size: Int? = nil
  ) -> Pairing {
    Pairing(
      store: store, options: TwoEnds.options(size: size), screen: screen,
      randomness: KernelRandomness(), storage: Disk())
  }
}

/// A connection of which only the address is used.
private final class Caller: Connection {
  let peer: String
  let failure: LinkError? = nil

  init(_ peer: String) { self.peer = peer }

  func read(exactly count: Int) async throws(LinkError) -> [UInt8] { throw .connectionLost }
  func write(_ bytes: [UInt8]) async throws(LinkError) {}
  func limit(to time: Duration?) {}
  func drain() async {}
  func stop() {}
  func close() {}
}
