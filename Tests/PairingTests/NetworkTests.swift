import Codec
import Link
import Pad
import Pairing
import PairingFuzzTargets
import Primitives
import Synchronization
import System
import TestSupport
import Testing
import Vault

@Suite("Over loopback sockets", .serialized, .ownThreads)
struct NetworkTests {
  private static func pairing(
    _ store: any PadStore, _ screen: ScriptedScreen, size: Int? = nil
  ) -> Pairing {
    Pairing(
      store: store, options: TwoEnds.options(size: size), screen: screen,
      randomness: KernelRandomness(), storage: Disk())
  }

  private static func port(of screen: ScriptedScreen) async throws -> Endpoint {
    try await eventually("a port") { screen.port != nil }
    return Endpoint(host: "localhost", port: screen.port ?? 0)
  }

  @Test("Strangers who send garbage, hang up or ask for a web page are turned away")
  func strangers() async throws {
    let room = Room()
    let screen = ScriptedScreen("one", other: "two", room: room)
    let (ours, theirs) = (MemoryStore(), MemoryStore())
    async let listening = NetworkTests.pairing(ours, screen, size: 1 << 20)
      .listen(host: "127.0.0.1", port: 0)
    let endpoint = try await NetworkTests.port(of: screen)
    let greetings = [
      [UInt8](repeating: 0xff, count: 4096), [],
      [UInt8]("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8),
    ]
    for greeting in greetings { try Stranger.call(port: endpoint.port, greeting) }
    try await eventually("three strangers") {
      screen.said.count { $0.hasPrefix("passed over") } >= 3
    }
    let joining = NetworkTests.pairing(theirs, ScriptedScreen("two", other: "one", room: room))
    let taken = try await joining.connect(to: [endpoint])
    let given = try await listening
    #expect(given.padID == taken.padID && given.isConfirmed && taken.isConfirmed)
    #expect(ours.all == theirs.all && ours.all.count == 1)
    #expect(screen.said.allSatisfy { !$0.hasPrefix("failed") })
  }

  @Test("The third wrong code ends the command, and the joiner calls once for each")
  func threeAttempts() async throws {
    let room = Room()
    let screen = ScriptedScreen("one", other: "two", room: room, script: [.wait, .wait, .wait])
    let store = MemoryStore()
    let listener = NetworkTests.pairing(store, screen)
    async let listening = NetworkTests.error { try await listener.listen(host: nil, port: 0) }
    let endpoint = try await NetworkTests.port(of: screen)
    let caller = ScriptedScreen(
      "two", other: "one", room: room,
      script: [.text("0000 0000"), .text("0000 0000"), .text("0000 0000")])
    let joining = NetworkTests.pairing(MemoryStore(), caller)
    for _ in 0..<4 {
      let error = await NetworkTests.error { try await joining.connect(to: [endpoint]) }
      #expect(error == .wrongCode)
    }
    #expect(await listening == .otherEndStopped)
    #expect(
      screen.said.filter { $0.hasPrefix("failed") }.map { $0.suffix(6) } == [
        "2 left", "1 left", "0 left",
      ])
    #expect(caller.said.filter { $0 == "connected" }.count == 3)
    #expect(store.all.isEmpty)
  }

  @Test("Two vaults share a pad, and a message goes each way")
  func vaults() async throws {
    try await withScratchDirectory { directory in
      let room = Room()
      let screen = ScriptedScreen("one", other: "two", room: room)
      let alice = try NetworkTests.vault(directory + "/alice")
      let bob = try NetworkTests.vault(directory + "/bob")
      let listener = NetworkTests.pairing(alice, "bob", screen, size: 1 << 20)
      let joiner = NetworkTests.pairing(
        bob, "alice", ScriptedScreen("two", other: "one", room: room))
      async let listening = listener.listen(host: nil, port: 0)
      let endpoint = try await NetworkTests.port(of: screen)
      let taken = try await joiner.connect(to: [endpoint])
      let given = try await listening
      #expect(given.isConfirmed && given.padID == taken.padID)
      let content = SecretSource(SecretBytes(copying: [UInt8]("to bob".utf8).span))
      let sent = try alice.send(.text, content, to: alice.contact("bob")).packet
      let packet = try sent.bytes(0..<sent.count)
      let text = Mutex("")
      _ = try bob.receive(packet) { _, body in
        text.withLock { $0 = body.withContent { String(decoding: $0.publicCopy, as: UTF8.self) } }
      }
      #expect(text.withLock { $0 } == "to bob")
    }
  }

  @Test("After a hello that is none, the listener keeps the pad, which waits, and goes on")
  func badHello() async throws {
    let room = Room()
    let screen = ScriptedScreen("one", other: "two", room: room)
    let (ours, theirs) = (MemoryStore(), MemoryStore())
    async let listening = NetworkTests.pairing(ours, screen, size: 64 << 10)
      .listen(host: "127.0.0.1", port: 0)
    let endpoint = try await NetworkTests.port(of: screen)
    for store in [MemoryStore(fault: .sendsBadHello), theirs] {
      room.clear()
      let caller = ScriptedScreen("two", other: "one", room: room)
      _ = try await NetworkTests.pairing(store, caller).connect(to: [endpoint])
    }
    #expect(try await listening.isConfirmed)
    let failures = screen.said.filter { $0.hasPrefix("failed") }
    #expect(failures.count == 1 && failures[0].hasPrefix("failed: badHello"), "\(failures)")
    #expect(ours.all.count { $0.isConfirmed } == 1 && ours.all.count { !$0.isConfirmed } == 1)
  }

  @Test("Stopping one end in mid-transfer tells the other, which does not wait for it")
  func stopped() async throws {
    let room = Room()
    let screen = ScriptedScreen("one", other: "two", room: room)
    let (ours, theirs) = (MemoryStore(), MemoryStore())
    let listener = NetworkTests.pairing(ours, screen, size: 256 << 20)
    let task = Task {
      await NetworkTests.error { try await listener.listen(host: "127.0.0.1", port: 0) }
    }
    let endpoint = try await NetworkTests.port(of: screen)
    let caller = ScriptedScreen("two", other: "one", room: room)
    let joiner = NetworkTests.pairing(theirs, caller)
    async let joining = NetworkTests.error { try await joiner.connect(to: [endpoint]) }
    try await eventually("progress") { screen.count("progress") > 0 }
    task.cancel()
    #expect(await task.value == .link(.cancelled))
    #expect(await joining == .abortedByOther(.stopped))
    #expect(ours.all.isEmpty && theirs.all.isEmpty && caller.count("lost") == 0)
  }

  @Test("If nobody comes, the wait ends with no answer, and stopping ends it early")
  func nobody() async throws {
    let screen = ScriptedScreen("one", other: "two", room: Room())
    var options = TwoEnds.options()
    options.patience = .zero
    let impatient = Pairing(
      store: MemoryStore(), options: options, screen: screen, randomness: KernelRandomness(),
      storage: Disk())
    #expect(
      await NetworkTests.error { try await impatient.listen(host: nil, port: 0) }
        == .link(.noAnswer(reason: nil)))
    let patient = NetworkTests.pairing(MemoryStore(), screen)
    let task = Task { await NetworkTests.error { try await patient.listen(host: nil, port: 0) } }
    task.cancel()
    #expect(await task.value == .link(.cancelled))
  }

  private static func error(_ body: () async throws -> PairingResult) async -> PairingError? {
    do {
      _ = try await body()
      return nil
    } catch { return error as? PairingError }
  }

  static func vault(_ directory: String) throws -> Vault {
    try Disk().createDirectory(directory + ".state")
    let environment = VaultEnvironment(
      machineID: [UInt8]("test machine".utf8), counterDirectory: directory + ".state")
    try Vault.create(
      directory, environment: environment, passphrase: SecretBytes(count: 0),
      cost: Scrypt.Cost(logN: 4, r: 8, p: 1))
    return try Vault.open(directory, environment: environment) { SecretBytes(count: 0) }
  }

  static func pairing(
    _ vault: Vault, _ contact: String, _ screen: ScriptedScreen, size: Int? = nil
  ) -> Pairing {
    var options = PairingOptions(contact: contact, source: "a test")
    options.size = size
    return Pairing(
      vault: vault, options: options, screen: screen, randomness: KernelRandomness(),
      storage: Disk())
  }
}
