import Glibc
import System
import TestSupport
import Testing

@Suite("What stands in the way of a chat")
struct ChatStartTests {
  private static let plain = ["chat", "bob", "--listen", "127.0.0.1:0", "--plain"]

  @Test("A vault that was copied is refused before anybody can be met")
  func copied() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try ends.copyState()
      let outcome = try ends.alice.run(ChatStartTests.plain, input: "never said\n")
      #expect(outcome.status == 78, "\(outcome.errors)")
      #expect(outcome.errors.contains("run \"vernam adopt\""))
      #expect(!outcome.errors.contains("Waiting"))
    }
  }

  @Test("If nothing can be sent, that is said at once, and piped text decides the exit status")
  func closed() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try ends.copyState()
      try ends.alice.succeed(["adopt", "--yes"])
      let closed = "error: you can no longer send to bob on these pads"
      let silent = try ends.alice.run(ChatStartTests.plain)
      #expect(silent.status == 0 && silent.errors.contains(closed), "\(silent.errors)")
      let refused = try ends.alice.run(ChatStartTests.plain, input: "never said\n")
      #expect(refused.status == 78, "\(refused.errors)")
      #expect(refused.errors.ranges(of: closed).count == 2)
    }
  }

  @Test("Who carried a pad to the other can answer as soon as the first message came")
  func carried() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try ends.alice.succeed(["pair", "carol", "--carry", "\(directory)/pad", "--size", "32K"])
      try ends.bob.succeed(["pair", "anna", "--from", "\(directory)/pad"])
      let environment = ends.bob.environment.map { "\($0)='\($1)'" }.joined(separator: " ")
      let port = Int.random(in: 20_000..<32_000)
      try "echo hello | \(environment) \(End.program.name) chat anna --connect 127.0.0.1:\(port)\n"
        .save(at: "\(directory)/bob.sh")
      _ = try ends.alice.playTerminal(
        80, 16, "vernam chat carol --listen 127.0.0.1:\(port)",
        [
          "expect Waiting for carol on port", "run sh \(directory)/bob.sh", "expect   carol: hello",
          "send answer\\r", "expect you: answer",
        ] + ScreenTalk.leave, ScreenTalk.variables)
    }
  }

  @Test("A chat whose output cannot be written ends, and the message comes again")
  func fullOutput() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let alice = try ChatInUse(
        ends.alice, ["--listen", "127.0.0.1:0", "--json"], in: "\(directory)/a")
      let place = "\(directory)/b"
      try Disk().createDirectory(place)
      let keyboard = try Keyboard(at: "\(place)/0")
      let bob = try End.program.start(
        ["chat", "alice", "--connect", "127.0.0.1:\(alice.port())", "--plain"], in: place,
        environment: ends.bob.environment, reader: .file("/dev/full"))
      try alice.expect(#"{"event":"here"}"#)
      try alice.type(#"{"text":"noon"}"#)
      let outcome = try bob.finish(withinSeconds: 120)
      #expect(outcome.status == 74, "\(outcome.errors)")
      try keyboard.type("")
      alice.program.send(SIGTERM)
      _ = try alice.program.finish(withinSeconds: 120)
      #expect(try ends.alice.status().text.contains("\"notDelivered\":1"))
      #expect(try ends.bob.read(ends.alice.succeed(["outbox", "bob"])) == "noon")
    }
  }
}
