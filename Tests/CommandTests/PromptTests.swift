import System
import TestSupport
import Testing

@Suite("Questions at a terminal")
struct PromptTests {
  /// Shell code that waits until something is typed, and leaves it unread.
  private static let typed = "echo ready; until read -t 0; do sleep 0.05; done; "

  private func player(_ command: String, _ steps: [String]) -> [String] {
    let script = "\(Fixtures.root)/Tests/CommandTests/terminal.py"
    let shell = "vernam() { \(End.program.name) \"$@\"; }; \(command); echo ended $?"
    return ["-u", "-B", script, "80", "24", shell] + steps
  }

  /// Plays the steps in the directory that holds both ends, and returns what is on the screen at the end.
  private func play(_ end: End, _ command: String, _ steps: [String]) throws -> String {
    let outcome = try Program("python3").run(
      player("cd \"$HOME\"; " + command, steps), environment: end.environment)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.text
  }

  @Test(
    "Text typed before a question does not answer it",
    arguments: [("y\\n", "n", 77), ("n\\n", "y", 0), ("\\x04", "y", 0)])
  func typedAhead(_ before: String, _ answer: String, _ status: Int) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      _ = try play(
        ends.alice, PromptTests.typed + "vernam forget bob",
        [
          "expect ready", "send \(before)", "expect opened. [y/N]", "send \(answer)\\n",
          "expect ended \(status)",
        ])
      let isLeft = try ends.alice.succeed(["contacts"]) == "bob\n"
      #expect(isLeft == (status != 0))
    }
  }

  @Test("After ^D, which means no, the answer has its own line, and is no error")
  func endedQuestion() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let screen = try play(
        ends.alice, "vernam forget bob",
        ["expect opened. [y/N]", "send \\x04", "expect ended 77"])
      #expect(screen.contains("[y/N]\nNothing changed.\nended 77\n"))
      try ends.copyState()
      let adopting = try play(
        ends.alice, "vernam adopt", ["expect (Enter means y):", "send \\x04", "expect ended 77"])
      #expect(adopting.contains("(Enter means y):\nNothing changed.\nended 77\n"))
      #expect(try ends.alice.run(["adopt"]).errors.contains("error: vernam needs a terminal"))
    }
  }

  @Test(
    "^C at a question is answered, and ends the command with the signal",
    arguments: [
      ("status --vault closed", "Passphrase (not shown"), ("forget bob", "opened. [y/N]"),
      ("adopt", "(Enter means y):"),
    ])
  func cancelled(_ command: String, _ question: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      _ = try ClosedVault(in: directory)
      if command == "adopt" { try ends.copyState() }
      let screen = try play(
        ends.alice, "vernam \(command)",
        ["expect \(question)", "send \\x03", "expect ended 130"])
      #expect(screen.contains("\nCancelled.\nended 130\n"), "\(screen)")
      #expect(!screen.contains("Nothing changed"))
      if command == "forget bob" { #expect(try ends.alice.succeed(["contacts"]) == "bob\n") }
    }
  }

  @Test(
    "adopt asks until the answer is yes or no, and keeps the pads only if nothing was sent elsewhere",
    arguments: [("n", true), (" No ", true), ("", false), ("y", false)])
  func adopting(_ answer: String, _ areKept: Bool) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try ends.copyState()
      let screen = try play(
        ends.alice, "vernam adopt",
        [
          "expect (Enter means y):", "send abc\\n",
          "expect abc\nType y or n (Enter means y):", "send \(answer)\\n", "expect ended 0",
        ])
      #expect(screen.contains("a pad of this vault was copied, restored or moved here\n"))
      let sending = try ends.alice.run(["encrypt", "bob"], input: "x\n")
      #expect((sending.status == 0) == areKept)
      #expect(screen.contains("anywhere else, delete that copy") == areKept)
      #expect(screen.contains("\nto send, meet and pair again\n") == !areKept)
    }
  }

  @Test("A copied vault says so before a message is pasted")
  func copied() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try ends.copyState()
      let screen = try play(ends.alice, "vernam decrypt", ["expect ended 78"])
      #expect(screen.contains("error: this vault was copied, restored or moved here"))
      #expect(!screen.contains("Paste"), "\(screen)")
    }
  }

  @Test("Every other question is asked again, too, and then Enter means no")
  func askedAgain() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let screen = try play(
        ends.alice, "vernam forget bob",
        [
          "expect opened. [y/N]", "send perhaps\\n", "expect or n for no. [y/N]", "send \\n",
          "expect ended 77",
        ])
      #expect(screen.contains("or n for no. [y/N]\nNothing changed.\n"))
      #expect(try ends.alice.succeed(["contacts"]) == "bob\n")
    }
  }

  @Test("Text typed before a code was shown is not mistaken for the other screen's code")
  func codeTypedAhead() throws {
    try withTemporaryDirectory { directory in
      let (alice, bob) = (
        End(directory, "alice", peer: "bob"), End(directory, "bob", peer: "alice")
      )
      for end in [alice, bob] { try end.succeed(["init", "--no-passphrase"]) }
      let here = "\(directory)/listener"
      try Disk().createDirectory(here)
      try writeFile("\(here)/0", [])
      let listener = try Program("python3").start(
        player(
          "vernam pair bob --listen 127.0.0.1:0 --verbose --size 64K",
          [
            "expect Waiting. Run", "send 12345678\\n", "expect 12345678", "show",
            "expect Code on the other screen:", "send 99\\n", "expect A code has eight digits.",
            "send \\x04", "expect ended 66",
          ]),
        in: here, environment: alice.environment)
      let port = try listener.line(beginning: "listening on port ")
      let joiner = try PairingScreenInUse(
        bob, ["--connect", "127.0.0.1:\(port)"], in: "\(directory)/joiner")
      let outcome = try listener.finish()
      #expect(outcome.status == 0, "\(outcome.errors)")
      _ = try joiner.program.finish()
    }
  }

  private let old = "Passphrase (not shown as you type):"

  @Test(
    "A wrong passphrase is asked for again, three times in all",
    arguments: [("right", 0), ("wrong", 77)])
  func passphrases(_ last: String, _ status: Int) throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      let again = "\nwrong passphrase, try again\n\(old)"
      let screen = try play(
        closed.end, "vernam status",
        [
          "expect \(old)", "send wrong\\n", "expect \(old)\(again)", "send wrong\\n",
          "expect \(old)\(again)\(again)", "send \(last)\\n", "expect ended \(status)",
        ])
      #expect(screen.contains("error: wrong passphrase") == (status != 0))
    }
  }

  @Test("A new passphrase is judged before it is typed again, and Enter changes it")
  func newPassphrase() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      let screen = try play(
        closed.end, "vernam init --vault new-vault",
        [
          "expect New passphrase (Enter for none):", "send weak\\n",
          "expect words would be strong\nType it again (Enter to change it):", "send \\n",
          "expect (Enter to change it):\nNew passphrase (Enter for none):",
          "send mule quartz orbit lamp\\n", "expect that others know\nType it again",
          "send mule quartz orbit lamp\\n", "expect ended 0",
        ])
      #expect(screen.contains("this passphrase is weak:"))
      #expect(screen.contains("\"vernam unlock\" remembers it for a while"))
      #expect(!screen.contains("They differ"))
      let path = "\(directory)/phrase"
      try "mule quartz orbit lamp\n".save(at: path)
      try closed.end.succeed([
        "status", "--vault", "\(directory)/new-vault", "--passphrase-file", path,
      ])
    }
  }

  @Test("Enter alone does not remove a passphrase: a question comes first, to which it means no")
  func removedPassphrase() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      let prompt = "New passphrase (Enter for none):"
      _ = try play(
        closed.end, "vernam passphrase",
        [
          "expect \(old)", "send right\\n", "expect \(prompt)", "send \\n",
          "expect opened yet. [y/N]", "send \\n", "expect [y/N]\n\(prompt)", "signal TERM",
          "expect ended 143",
        ])
      #expect(try closed.status("right") == 0)
      #expect(try closed.end.status().status == 77)
      _ = try play(
        closed.end, "vernam passphrase",
        [
          "expect \(old)", "send right\\n", "expect \(prompt)", "send \\n",
          "expect opened yet. [y/N]", "send y\\n", "expect ended 0",
        ])
      #expect(try closed.end.status().status == 0)
    }
  }

  @Test(
    "So is a carried file's passphrase, and a wrong one leaves the file as it was",
    arguments: [("right", 0), ("wrong", 77)])
  func carriedPassphrases(_ last: String, _ status: Int) throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      let (alice, bob) = (
        End(directory, "alice", peer: "bob"), End(directory, "bob", peer: "alice")
      )
      for end in [alice, bob] { try end.succeed(["init", "--no-passphrase"]) }
      let carried = "\(directory)/carried"
      try alice.succeed([
        "pair", "bob", "--size", "32K", "--carry", carried, "--carry-passphrase-file",
        "\(closed.directory)/right",
      ])
      let file = try readFile(carried)
      let prompt = "Passphrase of the carried file:"
      let again = "\nwrong passphrase, try again\n\(prompt)"
      let screen = try play(
        bob, "vernam pair alice --from \(carried)",
        [
          "expect \(prompt)", "send wrong\\n", "expect \(prompt)\(again)", "send wrong\\n",
          "expect \(prompt)\(again)\(again)", "send \(last)\\n", "expect ended \(status)",
        ])
      #expect(screen.contains("error: this passphrase does not open") == (status != 0))
      #expect(try Disk().list(directory).contains("carried") == (status != 0))
      if status != 0 { #expect(try readFile(carried) == file) }
    }
  }
}
