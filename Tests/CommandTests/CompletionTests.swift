import TestSupport
import Testing

@Suite("What the shell offers")
struct CompletionTests {
  /// What the scripts ask: the command's first argument is to be completed.
  private func offered(_ end: End, _ command: String, _ words: [String]) throws -> [String] {
    let outcome = try end.run(
      ["---completion", command, "--", "positional@0", "2", "0", "vernam", command] + words)
    #expect(outcome.status == 0 && outcome.errors == "")
    return outcome.text.split(separator: "\n").map(String.init)
  }

  @Test("are the contacts, but for names that a shell would take apart or run")
  func contacts() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let names = ["anna", "zoë", "two words", "$(reboot)", "`reboot`", "a;b", "*"]
      for (number, name) in names.enumerated() {
        let file = "\(directory)/\(number)"
        try ends.alice.succeed(["pair", name, "--carry", file, "--size", "26K"])
      }
      for command in ["status", "forget", "rename", "skip"] {
        #expect(try offered(ends.alice, command, [""]) == ["anna", "bob", "zoë"])
      }
      let other = ["--vault", ends.bob.vault, ""]
      #expect(try offered(ends.alice, "status", other) == ["alice"])
      #expect(try offered(ends.alice, "status", ["--vault=\(ends.bob.vault)", ""]) == ["alice"])
    }
  }

  @Test("is nothing where the vault is locked, or where there is none")
  func locked() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      #expect(try offered(closed.end, "status", [""]) == [])
      #expect(try offered(closed.end, "status", ["--vault", "\(directory)/none", ""]) == [])
    }
  }

  @Test("There is a script for each shell", arguments: ["bash", "zsh", "fish"])
  func scripts(_ shell: String) throws {
    let outcome = try End.program.run(["--generate-completion-script", shell])
    #expect(outcome.status == 0 && outcome.text.contains("---completion"))
  }
}
