import Glibc
import System
import TestSupport
import Testing

@Suite("Each error is one line and one hint, has its exit code, and changes nothing")
struct ErrorTests {
  @Test(
    "A mistake", arguments: Mistake.messages + Mistake.vaults + Mistake.contacts + Mistake.arguments
  )
  func mistake(_ mistake: Mistake) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let pad = try ends.alice.pad()
      try mistake.prepare(ends)
      let before = try (ends.alice.status().all, snapshot(ends.alice.vault))
      let outcome = try mistake.run(ends)
      #expect(outcome.errors == mistake.lines(ends, pad: pad))
      #expect(outcome.status == mistake.status)
      #expect(outcome.output == [])
      #expect(try ends.alice.status().all == before.0)
      #expect(try snapshot(ends.alice.vault) == before.1, "no file of the vault is changed")
    }
  }

  @Test("If there is no room for a pad, sizes are printed as status prints them")
  func noRoom() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let outcome = try ends.alice.run(
        ["pair", "carol", "--carry", "\(directory)/new", "--size", "16000G"])
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.first?.hasPrefix("error: the pad needs 1") == true)
      #expect(lines.first?.contains(" TiB, but only ") == true)
      #expect(lines.first?.hasSuffix("iB is free") == true)
      #expect(lines.last == "hint: free some space, or choose a smaller --size")
      #expect(lines.count == 2 && outcome.status == 74)
    }
  }

  @Test("The giver of a pad waits for the first message")
  func waitingGiver() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, isConfirmed: false)
      let before = try snapshot(ends.alice.vault)
      let outcome = try ends.alice.run(["encrypt", "bob"], input: "too early\n")
      #expect(
        outcome.errors == """
          error: you cannot send until you read bob's first message
          hint: if you do not have it, ask bob to send you one

          """)
      #expect(outcome.status == 75)
      #expect(try snapshot(ends.alice.vault) == before)
    }
  }

  @Test(
    "A message that could not be delivered is still there",
    arguments: [
      (
        RunningProgram.Reader.nobody, "Broken pipe",
        "the next program in the pipe ended; decrypt the message again"
      ),
      (
        .file("/dev/full"), "No space left on device",
        "the text may be cut short; decrypt the message again"
      ),
    ])
  func undelivered(_ reader: RunningProgram.Reader, _ reason: String, _ hint: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = try ends.bob.write("still there\n")
      let before = try (ends.alice.status().all, snapshot(ends.alice.vault))
      let outcome = try ends.alice.run(["decrypt", "--quiet"], input: message, reader: reader)
      #expect(outcome.errors == "error: standard output: \(reason)\nhint: \(hint)\n")
      #expect(outcome.status == 74)
      #expect(try ends.alice.status().all == before.0)
      #expect(try snapshot(ends.alice.vault) == before.1)
      #expect(try ends.alice.read(message) == "still there\n")
    }
  }

  @Test(
    "Output that nobody reads costs its own chunks, never another message's, and says so",
    arguments: [
      (RunningProgram.Reader.nobody, "Broken pipe"),
      (.file("/dev/full"), "No space left on device"),
    ])
  func unreleased(_ reader: RunningProgram.Reader, _ reason: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let outcome = try ends.alice.run(["encrypt", "bob"], input: "lost\n", reader: reader)
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.first == "error: standard output: \(reason)")
      #expect(lines.count == 2 && lines.last?.hasPrefix("hint: ") == true)
      // Only received messages are reported as not used up.
      #expect(!outcome.errors.contains("was not used up"))
      #expect(outcome.status == 74)
      let packet = try ends.alice.run(["encrypt", "bob", "--binary"], input: "next\n").output
      #expect(ends.chunks(of: packet) == 1..<2)
      #expect(try ends.bob.run(["decrypt"], bytes: packet).text == "next\n")
    }
  }

  @Test("A text whose file already exists, as after a kill, counts as delivered")
  func deliveredBefore() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = try ends.bob.write("delivered\n")
      try "delivered\n".save(at: "\(directory)/text")
      try ends.alice.succeed(["decrypt", "-o", "\(directory)/text"], input: message)
      let again = try ends.alice.run(["decrypt", "-o", "\(directory)/text"], input: message)
      #expect(again.status == 65)
    }
  }

  @Test("With standard error closed, no file of the vault gets its number")
  func closedDescriptors() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let program = End.program.name
      let script = """
        echo text | \(program) encrypt bob >message 2>&-
        \(program) status <&- 2>&- >status
        ! \(program) encrypt bob <message >&- 2>errors
        readlink /proc/self/fd/2 >&2
        """
      let outcome = try Program("bash").run(
        ["-euc", "cd \(directory); " + script], environment: ends.alice.environment)
      try #require(outcome.status == 0, "\(outcome.errors)")
      try #expect(
        ends.bob.read(String(decoding: readFile("\(directory)/message"), as: UTF8.self)) == "text\n"
      )
      let errors = try String(decoding: readFile("\(directory)/errors"), as: UTF8.self)
      #expect(errors.hasPrefix("error: standard output: Bad file descriptor\n"))
    }
  }

  @Test("A text beyond the limit on file sizes leaves no part of itself")
  func fileLimit() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = try ends.bob.write(String(repeating: "x", count: 9000))
      try message.save(at: "\(directory)/message")
      let outcome = try Program("bash").run(
        [
          "-c",
          "ulimit -f 4; exec \(End.program.name) decrypt -o \(directory)/text \(directory)/message",
        ],
        environment: ends.alice.environment)
      #expect(outcome.status == 74, "\(outcome.errors)")
      let left = try Disk().list(directory).sorted()
      #expect(!left.contains { $0.hasPrefix("text") }, "\(left)")
      #expect(try ends.alice.read(message).utf8.count == 9000)
    }
  }

  @Test("A damaged pad of one contact does not block messages to the others")
  func otherContacts() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let damaged = try ends.alice.pad()
      let carried = "\(directory)/second"
      try ends.bob.succeed(["pair", "alice again", "--carry", carried, "--size", "32K"])
      try ends.alice.succeed(["pair", "bob again", "--from", carried])
      try damage("\(damaged)/state", every: 4096)
      let outcome = try ends.alice.run(["encrypt", "bob again", "--quiet"], input: "hello\n")
      try #require(outcome.status == 0, "\(outcome.errors)")
      #expect(try ends.bob.read(outcome.text) == "hello\n")
    }
  }

  @Test("A listener that refused its only caller says why at the end")
  func refusedCaller() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let listener = try PairingScreenInUse(
        ends.alice, ["--listen", "127.0.0.1:0", "--max-size", "32K", "--wait", "3", "--verbose"],
        in: "\(directory)/listener")
      let port = try listener.program.line(beginning: "listening on port ", inErrors: true)
      let caller = try ends.bob.run(
        ["pair", "alice", "--connect", "127.0.0.1:\(port)", "--size", "64K", "--wait", "1"])
      #expect(caller.status == 69 && caller.errors.contains("choose a smaller --size"))
      let outcome = try listener.program.finish()
      #expect(
        outcome.errors.hasSuffix(
          """
          error: the other computer offers a pad of 64.0 KiB, but you accept at most 32.0 KiB
          hint: raise --max-size, or choose a smaller --size on the other computer

          """))
      #expect(outcome.status == 64)
    }
  }

  @Test("A signal while nobody answers leaves the vault as it was", arguments: [SIGINT, SIGTERM])
  func signals(_ signal: Int32) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let before = try (ends.alice.status().all, snapshot(ends.alice.vault))
      try writeFile("\(directory)/0", [])
      let running = try ends.alice.start(
        ["pair", "carol", "--listen", "127.0.0.1:0", "--verbose"], in: directory)
      try wait(for: "a port") { try running.errorsSoFar().contains("listening on port") }
      running.send(signal)
      let outcome = try running.finish()
      #expect(outcome.errors.hasSuffix("\nCancelled.\n"))
      #expect([69, 128 + Int(signal)].contains(outcome.status))
      #expect(try ends.alice.status().all == before.0)
      #expect(try snapshot(ends.alice.vault) == before.1)
    }
  }
}
