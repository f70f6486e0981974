import System
import TestSupport
import Testing

/// What people do with other programs, and expect of this one.
@Suite("Habits")
struct HabitsTests {
  @Test(
    "Options of every command may stand before the command",
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
    "An option that no command has stays an error, and a lone option is no command",
    arguments: [["--volt", "x", "status"], ["--vault"], ["--vault", "x"], ["-q"]])
  func unknownOptions(_ arguments: [String]) throws {
    try withTemporaryDirectory { directory in
      let outcome = try End(directory, "alice", peer: "bob").run(arguments)
      #expect(outcome.status == 64)
    }
  }

  @Test("A reader of results that has seen enough is told nothing")
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
}
