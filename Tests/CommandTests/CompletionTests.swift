import TestSupport
import Testing

@Suite("Shell completions")
struct CompletionTests {
  /// Asks as the scripts do, for completions of the command's first argument. Two numbers give the
  /// word that the cursor is in, and how many of its characters are before the cursor.
  private func offered(_ end: End, _ command: String, _ words: [String]) throws -> [String] {
    let place = ["\(words.count + 1)", "\(words.last?.utf8.count ?? 0)"]
    let outcome = try end.run(
      ["---completion", command, "--", "positional@0"] + place + ["vernam", command] + words)
    #expect(outcome.status == 0 && outcome.errors == "")
    return outcome.text.split(separator: "\n").map(String.init)
  }

  @Test("are the contacts, except names that a shell would split or run")
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

  @Test("complete the last of several names between commas, and repeat none of the others")
  func list() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      for name in ["anna", "zoë"] {
        let file = "\(directory)/\(name)"
        try ends.alice.succeed(["pair", name, "--carry", file, "--size", "26K"])
      }
      #expect(try offered(ends.alice, "encrypt", [""]) == ["anna", "bob", "zoë"])
      #expect(try offered(ends.alice, "encrypt", ["an"]) == ["anna", "bob", "zoë"])
      #expect(try offered(ends.alice, "encrypt", ["bob,"]) == ["bob,anna", "bob,zoë"])
      #expect(try offered(ends.alice, "encrypt", ["bob,zoë,a"]) == ["bob,zoë,anna"])
    }
  }

  @Test("are empty if the vault is locked, or if this system has none")
  func locked() throws {
    try withTemporaryDirectory { directory in
      let closed = try ClosedVault(in: directory)
      #expect(try offered(closed.end, "status", [""]) == [])
      #expect(try offered(closed.end, "status", ["--vault", "\(directory)/none", ""]) == [])
    }
  }

  @Test(
    "are files if a file name is expected",
    arguments: [
      "decrypt", "decrypt first", "decrypt -o", "decrypt --output", "encrypt bob",
      "encrypt bob --binary", "encrypt bob -o", "generate -o", "test", "pair bob --carry",
      "pair bob --from", "pair bob --material", "pair bob --carry-passphrase-file",
      "status --passphrase-file", "passphrase --new-passphrase-file",
    ])
  func files(_ words: String) throws {
    let offered = try offeredByBash(words)
    #expect(offered == ["unique directory", "unique file"])
  }

  @Test("are directories if a directory name is expected", arguments: ["status", "init", "pair"])
  func directories(_ command: String) throws {
    let offered = try offeredByBash("\(command) --vault")
    #expect(offered == ["unique directory"])
  }

  /// What bash offers, sorted, after `words` and then "uniq" were typed, in a directory with a file
  /// and a directory whose names begin with that.
  private func offeredByBash(_ words: String) throws -> [String] {
    try withTemporaryDirectory { directory in
      let end = try TwoEnds(in: directory).alice
      let script = """
        cd "$1"
        touch "unique file" other
        mkdir "unique directory"
        source <("$2" --generate-completion-script bash)
        COMP_LINE="vernam $3 uniq"
        COMP_POINT=${#COMP_LINE}
        COMP_WORDS=("$2" $3 uniq)
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _vernam vernam uniq "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let outcome = try Program("bash").run(
        ["-c", script, "bash", directory, End.program.name, words], environment: end.environment)
      try #require(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
      return outcome.text.split(separator: "\n").map(String.init).sorted()
    }
  }

  @Test("There is a script for each shell", arguments: ["bash", "zsh", "fish"])
  func scripts(_ shell: String) throws {
    let outcome = try End.program.run(["--generate-completion-script", shell])
    #expect(outcome.status == 0 && outcome.text.contains("---completion"))
  }
}
