import System
import TestSupport
import Testing

@Suite("Somebody who shares no pad yet")
struct NewcomerTests {
  private static let nothing = "error: you share no pad with anybody yet"
  private static let meet = "hint: meet somebody, and both of you run \"vernam pair NAME\""

  @Test("is told what to do first by the bare command, in fewer than 20 lines")
  func firstSteps() throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      for _ in 0..<2 {
        let outcome = try end.run([])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.text.contains("\n  vernam pair NAME "))
        #expect(outcome.text.split(separator: "\n", omittingEmptySubsequences: false).count < 20)
        // Once more with an empty vault.
        _ = try end.run(["init", "--no-passphrase"])
      }
    }
  }

  @Test(
    "is told to meet someone by every command that needs a contact",
    arguments: [["encrypt", "bob"], ["status", "bob"], ["skip", "bob"], ["forget", "bob"]])
  func meet(arguments: [String]) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      let before = try end.run(arguments, input: "text")
      #expect(before.status == 66)
      #expect(before.errors.hasPrefix(Self.nothing) && before.errors.contains(Self.meet))
      try end.succeed(["init", "--no-passphrase"])
      let after = try end.run(arguments, input: "text")
      #expect(after.errors == "\(Self.nothing)\n\(Self.meet)\n")
      #expect(after.status == 66)
    }
  }

  @Test("is told the same by an empty list of contacts, which is no error")
  func noContacts() throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      try end.succeed(["init", "--no-passphrase"])
      let outcome = try end.run(["contacts"])
      #expect(outcome.status == 0 && outcome.output.isEmpty)
      #expect(
        outcome.errors
          == "you share no pad with anybody yet: meet somebody, and both of you run "
          + "\"vernam pair NAME\"\n")
    }
  }

  @Test("gets the daily commands from the bare command once there is a contact")
  func daily() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let text = try ends.alice.succeed([])
      #expect(text.hasPrefix("  vernam pair NAME ") && text.contains("\n  vernam encrypt NAME "))
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 20)
    }
  }

  @Test(
    "is offered the command that was meant, if it is near",
    arguments: [
      ("encrpyt", "encrypt"), ("decript", "decrypt"), ("stauts", "status"), ("pari", "pair"),
      ("frobnicate", nil), ("lk", "lock"), ("xq", nil),
    ])
  func suggestion(typed: String, meant: String?) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      let outcome = try end.run([typed])
      #expect(outcome.status == 64)
      let said = meant.map { "did you mean \"vernam \($0)\"? " } ?? ""
      #expect(
        outcome.errors == """
          error: there is no command \(typed)
          hint: \(said)"vernam help" lists all commands

          """)
    }
  }
}
