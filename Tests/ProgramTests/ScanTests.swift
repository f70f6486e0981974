import Synchronization
import System
import TestSupport
import Testing
import Vault

@testable import Exchange
@testable import Program
@testable import QR

@Suite("Messages that the camera sees") @MainActor
struct ScanTests {
  /// A window with the conversation of bob with alice, and the camera.
  private func bob(
    _ directory: String, _ camera: @escaping CodeCamera.Opening
  ) async throws -> (WindowModel, ConversationModel) {
    var environment = ProgramEnvironment.test("\(directory)/bob")
    environment.openCamera = camera
    let window = WindowModel(environment)
    window.start()
    try await untilShown("the list of people") { window.people.count == 1 }
    return (window, try await Windows.open("alice", in: window))
  }

  private func codes(_ text: String, _ alice: ConversationModel) async throws -> [QRCode] {
    _ = try await Windows.write(text, in: alice)
    guard case .own(let numbers, _) = try #require(alice.lines.last).kind else { return [] }
    alice.showCodes(numbers)
    try await untilShown("the codes") { alice.codes != nil }
    defer { alice.hideCodes() }
    return alice.codes ?? []
  }

  @Test("A message of several codes is read once all were seen, in any order")
  func several() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let (_, alice) = try await Windows.open("alice", with: "bob", in: directory)
      let text = String(repeating: "long ", count: 200)
      let codes = try await codes(text, alice)
      try #require(codes.count > 2)
      let others = try [QREncoder().code(Array("HTTPS://EXAMPLE.ORG".utf8))]
      let seen = others + codes.reversed() + others + codes
      let (window, bob) = try await bob(directory) { _ in ScriptedCamera.seeing(seen) }
      window.scan()
      var words: Set<String> = []
      try await untilShown("the text") {
        if let scan = bob.scan { words.insert(scan.words) }
        return bob.lines.last?.kind == .theirs
      }
      #expect(bob.scan == nil)
      #expect(bob.lines.last?.text.takeText() == text)
      #expect(window.problem == nil)
      #expect(words.contains("Hold the code on the other screen in front of the camera"))
      #expect(
        words.allSatisfy { $0.hasPrefix("Hold") || $0.hasSuffix("of \(codes.count) codes scanned") }
      )
    }
  }

  @Test("Of several messages each is read once, though a code of another one comes between")
  func one() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let (_, alice) = try await Windows.open("alice", with: "bob", in: directory)
      let foreign = try await codes(String(repeating: "for nobody ", count: 50), alice)
      let first = try await codes("first", alice)
      let second = try await codes("second", alice)
      _ = two
      let seen = foreign.prefix(1) + first + second
      let (window, bob) = try await bob(directory) { _ in ScriptedCamera.seeing(Array(seen)) }
      // A note about the message that nobody scanned may come after the text.
      @MainActor func last() -> Line? { bob.lines.last { $0.kind == .theirs } }
      for text in ["first", "second"] {
        window.scan()
        try await untilShown("the end of the scan") { bob.scan == nil }
        try await untilShown(text) { last()?.text.takeText() == text }
      }
    }
  }

  @Test("What comes while the camera looks stays unread until it no longer does")
  func covered() async throws {
    try await withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let wall = try [QREncoder().code(Array("HTTPS://EXAMPLE.ORG".utf8))]
      let (window, bob) = try await bob(directory) { _ in ScriptedCamera.seeing(wall) }
      let conversation = try #require(bob.conversation)
      window.scan()
      var packet = IncomingPacket(vault: two.bob)
      try packet.append(two.alice.sendText("one", to: "bob"))
      let arrived = packet
      try await Task.detached {
        try conversation.read(arrived, overtaking: false, answering: FrameQueue())
      }.value
      try await untilShown("it is put off") { bob.unseen.map(\.number) == [1] }
      #expect(bob.lines.isEmpty && conversation.putOffNumbers == [1])
      window.paste(Array("Dear Bob".utf8))
      #expect(bob.scan == nil)
      try await untilShown("the text") { bob.lines.last?.text.takeText() == "one" }
    }
  }

  @Test("Without a camera, or if it fails, the window says so, and what to do")
  func failing() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let absent = SystemError("open", "/dev/video0", code: SystemError.notFound)
      let (window, without) = try await bob(directory) { _ throws(SystemError) in throw absent }
      window.scan()
      try await untilShown("a problem") { window.problem != nil }
      #expect(
        window.problem
          == Problem(
            "This computer has no camera.",
            hint: "connect a camera, or paste the message"))
      #expect(without.scan == nil)
    }
  }

  @Test("Stopped, or once its page is left, the camera is let go, and nothing is read")
  func stopped() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let open = Cameras()
      let wall = try [QREncoder().code(Array("HTTPS://EXAMPLE.ORG".utf8))]
      let (window, bob) = try await bob(directory) { _ in
        open.count.withLock { $0 += 1 }
        let camera = ScriptedCamera.seeing(wall)
        camera.closed = { open.count.withLock { $0 -= 1 } }
        return camera
      }
      for end in [bob.stopScan, { window.show(.health) }, window.lock] {
        window.show(.conversation)
        window.scan()
        try await untilShown("a picture") { bob.scan?.picture != nil }
        #expect(open.count.withLock { $0 } == 1)
        end()
        #expect(bob.scan == nil)
        try await untilShown("the camera's end") { open.count.withLock { $0 } == 0 }
      }
      #expect(bob.lines.isEmpty)
      #expect(window.problem == nil)
    }
  }
}

/// How many of them there are.
private final class Cameras: Sendable { let count = Mutex(0) }
