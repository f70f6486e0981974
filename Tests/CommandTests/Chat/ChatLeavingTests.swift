import System
import TestSupport
import Testing

@Suite("A chat that ends by itself")
struct ChatLeavingTests {
  @Test(
    "leaves what has not arrived within --wait of the end of the input in the outbox, and says so",
    arguments: [("--plain", "noon"), ("--json", #"{"text":"noon"}"#)])
  func alone(_ option: String, _ line: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let outcome = try ends.alice.run(
        ["chat", "bob", "--listen", "127.0.0.1:0", "--wait", "1", option],
        input: "\(line)\n\(line)\n")
      #expect(outcome.status == 75)
      #expect(
        outcome.errors.hasSuffix(
          """
          error: 2 messages have not been delivered to bob
          hint: they wait: run "vernam chat bob" again, or see "vernam outbox bob"

          """), "\(outcome.errors)")
      #expect(try ends.alice.status().text.contains("\"notDelivered\":2"))
    }
  }

  @Test(
    "With nothing to deliver, does not wait once its input has ended", arguments: ["", "/help\n"])
  func nothingWaits(_ input: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let place = "\(directory)/a"
      try Disk().createDirectory(place)
      try input.save(at: "\(place)/0")
      // Longer than the test waits for it.
      let alice = try ends.alice.start(
        ["chat", "bob", "--plain", "--listen", "127.0.0.1:0", "--wait", "3600"], in: place)
      let outcome = try alice.finish(withinSeconds: 120)
      #expect(outcome.status == 0 && !outcome.errors.contains("error"), "\(outcome.errors)")
    }
  }

  @Test("without a word delivers what was waiting")
  func onlyEarlier() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let alone = ["chat", "bob", "--listen", "127.0.0.1:0", "--wait", "1"]
      #expect(try ends.alice.run(alone, input: "earlier").status == 75)
      let bob = try ChatInUse(
        ends.bob, ["--listen", "127.0.0.1:0", "--json"], in: "\(directory)/b")
      let outcome = try ends.alice.run(["chat", "bob", "--connect", "127.0.0.1:\(bob.port())"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      try bob.expect(#""text":"earlier""#)
      _ = try bob.leave()
    }
  }

  @Test("does not wait for a file that the other person has yet to save")
  func unsaved() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try "picture".save(at: "\(directory)/cat.jpg")
      let bob = try ChatInUse(
        ends.bob, ["--listen", "127.0.0.1:0", "--json"], in: "\(directory)/b")
      let alice = try ChatInUse(
        ends.alice, ["--plain", "--connect", "127.0.0.1:\(bob.port())", "--wait", "1"],
        in: "\(directory)/a")
      try alice.type("one")
      try alice.expect("Your message has arrived. No other message is waiting.", inErrors: true)
      try alice.type("/file \(directory)/cat.jpg")
      try bob.expect("cat.jpg")
      alice.hangUp()
      let outcome = try alice.program.finish(withinSeconds: 120)
      #expect(outcome.status == 75)
      #expect(
        outcome.errors.contains(
          "error: 1 message has not been delivered to bob: bob has not saved the file yet\n"))
      // Nor does text that is piped in later wait for it.
      let later = try ends.alice.run(
        ["chat", "bob", "--connect", "127.0.0.1:\(bob.port())", "--wait", "60"], input: "two")
      #expect(later.status == 0)
      #expect(later.errors.hasSuffix("vernam outbox bob\"\n"), "\(later.errors)")
      _ = try bob.leave()
    }
  }

  @Test("after --lock-after without a key says so, also if there is no passphrase to ask for")
  func unprotected() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let alice = try ChatInUse(
        ends.alice, ["--listen", "127.0.0.1:0", "--lock-after", "1s"], in: "\(directory)/a")
      let outcome = try alice.program.finish(withinSeconds: 120)
      #expect(outcome.status == 0)
      #expect(
        outcome.errors.hasSuffix(
          "Left, because no key was pressed for 1 second. The vault has no passphrase, so anyone "
            + "here can use it.\n"
        ),
        "\(outcome.errors)")
    }
  }

  @Test(
    "after --lock-after without a key leaves a clean screen and a locked vault",
    .enabled(if: KernelKeyring().refusal() == nil, "there is no keyring here"))
  func locked() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      let bob = End(directory, "bob", peer: "alice")
      try bob.succeed(["init", "--no-passphrase"])
      try bob.succeed(["pair", "alice", "--carry", "\(directory)/c", "--size", "26K"])
      let right = closed.with("right")
      try closed.end.succeed(["pair", "bob", "--from", "\(directory)/c"] + right)
      try closed.end.succeed(["unlock"] + right)
      #expect(try closed.end.status().status == 0)
      let played = try closed.end.playTerminal(
        80, 16, "vernam chat bob --listen 127.0.0.1:0 --lock-after 5s",
        ["expect * Waiting for bob on port", "send quagga\\r", "expect quagga", "expect ended 0"],
        ["TERM": "xterm", "LC_ALL": "C.UTF-8"])
      #expect(played.contains("--- mode main, cursor, echo, lines"))
      #expect(played.contains("Locked, because no key was pressed for 5 seconds."))
      #expect(played.contains("1 message is waiting for bob"))
      #expect(!played.contains("quagga") && !played.contains("you:"))
      #expect(try closed.end.status().status == 77)
    }
  }
}
