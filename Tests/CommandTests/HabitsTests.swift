import System
import TestSupport
import Testing

/// Habits from other programs that people expect to work here too.
@Suite("Habits")
struct HabitsTests {
  @Test(
    "Options common to all commands may come before the command",
    arguments: [
      ["--vault", "HERE/other", "status"], ["-q", "--vault=HERE/other", "status", "--json"],
      ["--verbose", "--trust-filesystem", "--vault", "HERE/other", "status"],
    ])
  func optionsFirst(_ arguments: [String]) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      let other = "\(directory)/other"
      let here = arguments.map { $0.replacing("HERE", with: directory) }
      let before = try end.run(here)
      #expect(before.status == 66)
      #expect(before.errors.contains(other))
      try end.succeed(["init", "--no-passphrase", "--vault", other])
      #expect(try end.run(here).status == 0)
    }
  }

  @Test(
    "An unknown option is still an error, and a lone option is not a command",
    arguments: [["--volt", "x", "status"], ["--vault"], ["--vault", "x"], ["-q"]])
  func unknownOptions(_ arguments: [String]) throws {
    try withTemporaryDirectory { directory in
      let outcome = try End(directory, "alice", peer: "bob").run(arguments)
      #expect(outcome.status == 64)
    }
  }

  @Test(
    "Help that cannot be printed is an error",
    arguments: [["help"], ["help", "pair"], ["--version"]])
  func fullHelp(_ arguments: [String]) throws {
    try withTemporaryDirectory { directory in
      let outcome = try End(directory, "alice", peer: "bob").run(
        arguments, reader: .file("/dev/full"))
      #expect(outcome.status == 74)
      #expect(outcome.errors.hasPrefix("error: standard output: No space left on device\n"))
    }
  }

  @Test("With standard input closed, a hint asks for it", arguments: ["decrypt", "encrypt bob"])
  func closedInput(_ command: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let outcome = try Program("bash").run(
        ["-c", "exec \(End.program.name) \(command) <&-"], environment: ends.alice.environment)
      #expect(outcome.status == 74)
      #expect(
        outcome.errors == """
          error: standard input: Bad file descriptor
          hint: type the text, or name a file

          """)
    }
  }

  @Test("Errors in several messages come in order, each once")
  func errorsInOrder() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let own = try ends.alice.write("one\n") + ends.alice.write("two\n")
      let outcome = try ends.alice.run(["decrypt"], input: own)
      #expect(outcome.status == 65)
      #expect(
        outcome.errors == """
          error: the 1st of these messages: this is your own message to bob
          hint: only bob can read it
          error: the 2nd of these messages: this is your own message to bob
          hint: only bob can read it

          """)
    }
  }

  @Test("--connect shows what it tries, and each obstacle once")
  func connecting() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let outcome = try ends.alice.run(["pair", "carol", "--connect", "127.0.0.1:1", "--wait", "2"])
      #expect(outcome.status == 69)
      #expect(
        outcome.errors.hasPrefix(
          """
          Trying 127.0.0.1:1. Run "vernam pair NAME --listen 1" on the other computer.
          no answer yet (Connection refused)
          error: the other computer did not answer: Connection refused
          hint: run "vernam pair NAME --listen 1" on the other computer, and check
          """))
    }
  }

  @Test("A reader that has seen enough causes no error about the pipe")
  func readerLeft() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      for arguments in [["status"], ["contacts"], ["doctor"]] {
        let outcome = try ends.alice.run(arguments, reader: .nobody)
        #expect(outcome.status == 74)
        #expect(!outcome.errors.contains("pipe") && !outcome.errors.contains("hint: send"))
      }
    }
  }

  @Test(
    "A vault without a passphrase has nothing to unlock or lock", arguments: ["unlock", "lock"])
  func nothingToLock(_ command: String) throws {
    try withTemporaryDirectory { directory in
      let outcome = try TwoEnds(in: directory).alice.run([command])
      #expect(outcome.errors == "the vault has no passphrase: there is nothing to \(command)\n")
      #expect(outcome.status == 0)
    }
  }

  @Test(
    "Several binary messages are read at once, along with armored ones",
    arguments: [300, 2_000_000])
  func binaryFiles(size: Int) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "12M")
      let files = try [["--binary"], ["--binary"], []].enumerated().map { number, form in
        let text = String(repeating: "\(number)", count: size)
        let message = try ends.alice.run(["encrypt", "bob"] + form, input: text)
        try writeFile("\(directory)/\(number)", message.output)
        return (path: "\(directory)/\(number)", text: text)
      }
      let outcome = try ends.bob.run(["decrypt"] + files.map(\.path))
      #expect(
        outcome.status == 0 && outcome.text == files.map(\.text).joined(), "\(outcome.errors)")
    }
  }
}
