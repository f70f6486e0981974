import Testing

@testable import Link

@Suite("A listening socket", .ownThreads)
struct SocketListenerTests {
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
}
