import TestSupport
import Testing

@testable import Link

@Suite("A listening socket", .ownThreads)
struct SocketListenerTests {
  @Test("says in words that no computer has the name that it is to listen on")
  func unknownHost() async throws {
    let error = await #expect(throws: LinkError.self) {
      try await SocketListener.bind(host: "nobody.invalid", port: 0)
    }
    #expect(error == .cannotListen(reason: "no computer is called nobody.invalid"))
  }

  @Test("An end that only sends still gets the last words of one that has given up")
  func lastWords() async throws {
    let listener = try await SocketListener.bind(host: "127.0.0.1", port: 0)
    defer { listener.close() }
    let endpoint = Endpoint(host: "127.0.0.1", port: listener.port)
    let sender = try await Dialer.connect(to: [endpoint], until: .now + .seconds(60))
    let quitter = try #require(await listener.next(until: .now + .seconds(60)))
    async let givingUp: Void = {
      try? await quitter.write([1, 2, 3])
      await quitter.drain()
      quitter.close()
    }()
    await #expect(throws: LinkError.connectionLost) {
      while true { try await sender.write([UInt8](repeating: 0, count: 1 << 16)) }
    }
    #expect(try await sender.read(exactly: 3) == [1, 2, 3])
    await givingUp
  }

  @Test("A wait ends at its deadline, and a later one still gets a caller")
  func deadline() async throws {
    let listener = try await SocketListener.bind(host: "127.0.0.1", port: 0)
    defer { listener.close() }
    for _ in 0..<10 {
      let nobody = await listener.next(until: .now + .milliseconds(5))
      #expect(nobody?.peer == nil)
    }
    async let next = listener.next(until: .now + .seconds(60))
    let here = Endpoint(host: "127.0.0.1", port: listener.port)
    let caller = try await Dialer.connect(to: [here], until: .now + .seconds(60))
    defer { caller.close() }
    let connection = try #require(await next)
    defer { connection.close() }
    try await connection.write([1, 2, 3])
    #expect(try await caller.read(exactly: 3) == [1, 2, 3])
  }

  @Test("A connection that was closed still says whose it was")
  func peer() async throws {
    let listener = try await SocketListener.bind(host: "127.0.0.1", port: 0)
    defer { listener.close() }
    let here = Endpoint(host: "127.0.0.1", port: listener.port)
    let caller = try await Dialer.connect(to: [here], until: .now + .seconds(60))
    let connection = try #require(await listener.next(until: .now + .seconds(60)))
    let names = [caller.peer, connection.peer]
    #expect(names[0] == "127.0.0.1:\(listener.port)" && names[1].hasPrefix("127.0.0.1:"))
    for end in [caller, connection] {
      end.close()
      await end.drain()
    }
    #expect([caller.peer, connection.peer] == names)
  }
}
