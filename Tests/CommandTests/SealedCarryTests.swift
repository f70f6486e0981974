import System
import TestSupport
import Testing

@Suite("A carried file under a passphrase")
struct SealedCarryTests {
  private struct Ends {
    let directory: String
    let alice: End
    let bob: End
    let carried: String

    init(in directory: String) throws {
      self.directory = directory
      alice = End(directory, "alice", peer: "bob")
      bob = End(directory, "bob", peer: "alice")
      carried = "\(directory)/carried"
      for end in [alice, bob] { try end.succeed(["init", "--no-passphrase"]) }
      for (name, text) in [("right", "right\n"), ("wrong", "wrong\n"), ("empty", "\n")] {
        try writeFile("\(directory)/\(name)", Array(text.utf8))
      }
    }

    func passphrase(_ name: String) -> [String] {
      ["--carry-passphrase-file", "\(directory)/\(name)"]
    }
  }

  @Test("It is taken in with its passphrase; without it or with another, nothing changes")
  func sealed() throws {
    try withTemporaryDirectory { directory in
      let ends = try Ends(in: directory)
      let from = ["pair", "alice", "--from", ends.carried]
      try ends.alice.succeed(
        ["pair", "bob", "--size", "64K", "--carry", ends.carried] + ends.passphrase("right"))
      let file = try readFile(ends.carried)

      let nothing = try ends.bob.run(from)
      #expect(nothing.status == 77)
      #expect(nothing.errors.contains("carried needs its passphrase"))
      #expect(nothing.errors.contains("hint: run the command in a terminal, or"))
      let wrong = try ends.bob.run(from + ends.passphrase("wrong"))
      #expect(wrong.status == 77)
      #expect(wrong.errors.contains("error: this passphrase does not open \(ends.carried)\n"))
      let empty = try ends.bob.run(from + ends.passphrase("empty"))
      #expect(
        empty.errors == """
          error: the first line of \(directory)/empty is empty
          hint: write the passphrase in its first line, or leave out --carry-passphrase-file

          """)
      #expect(empty.status == 64)
      #expect(try readFile(ends.carried) == file)

      try ends.bob.succeed(from + ends.passphrase("right"))
      #expect(try !Disk().list(directory).contains("carried"))
      let packet = try ends.bob.run(["encrypt", "alice"], input: "Hello.").output
      #expect(try ends.alice.run(["decrypt"], bytes: packet).text == "Hello.")
    }
  }

  @Test("A file that asks for much memory to be opened says so first")
  func costly() throws {
    try withTemporaryDirectory { directory in
      let ends = try Ends(in: directory)
      try ends.alice.succeed(
        ["pair", "bob", "--size", "64K", "--carry", ends.carried] + ends.passphrase("right"))
      var file = try readFile(ends.carried)
      // log2 N, r, p: 1 GiB in one round.
      file.replaceSubrange(36..<45, with: [20, 0, 0, 0, 8, 0, 0, 0, 1])
      try Disk().remove(ends.carried)
      try writeFile(ends.carried, file)
      let opened = try ends.bob.run(
        ["pair", "alice", "--from", ends.carried] + ends.passphrase("right"))
      #expect(opened.status == 77)
      let said = "opening it needs 1.00 GiB of memory, and takes a few seconds\nerror: "
      #expect(opened.errors.contains(said), "\(opened.errors)")
    }
  }

  @Test("A file that is not sealed is refused if a passphrase was given for it")
  func unsealed() throws {
    try withTemporaryDirectory { directory in
      let ends = try Ends(in: directory)
      try ends.alice.succeed(["pair", "bob", "--size", "64K", "--carry", ends.carried])
      let refused = try ends.bob.run(
        ["pair", "alice", "--from", ends.carried] + ends.passphrase("right"))
      #expect(refused.status == 65)
      #expect(refused.errors.contains("has no passphrase, but you gave one"))
      try ends.bob.succeed(["pair", "alice", "--from", ends.carried])
    }
  }

  @Test(
    "A mistake prints one line and one hint, and makes no pad",
    arguments: [
      (["--carry", "HERE/carried", "--seal"], 77, "no passphrase was given for the carried file"),
      (
        ["--carry", "HERE/carried", "--carry-passphrase-file", "HERE/empty"], 64,
        "the first line of HERE/empty is empty"
      ),
      (
        ["--carry", "HERE/carried", "--carry-passphrase-file", "HERE/none"], 66, "there is no file"
      ),
      (["--seal"], 64, "--seal needs --carry"),
      (["--from", "HERE/carried", "--seal"], 64, "--seal needs --carry"),
      (["--carry-passphrase-file", "HERE/right"], 64, "needs --carry or --from"),
    ] as [([String], Int, String)])
  func mistakes(_ arguments: [String], _ status: Int, _ error: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try Ends(in: directory)
      let outcome = try ends.alice.run(
        ["pair", "bob"] + arguments.map { $0.replacing("HERE", with: directory) })
      #expect(outcome.status == status, "\(outcome.errors)")
      let expected = error.replacing("HERE", with: directory)
      #expect(outcome.errors.contains(expected), "\(outcome.errors)")
      #expect(outcome.errors.contains("hint: "))
      #expect(try !Disk().list(directory).contains("carried"))
      #expect(try ends.alice.run(["contacts"]).output.isEmpty)
    }
  }
}
