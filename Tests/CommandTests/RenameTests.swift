import TestSupport
import Testing
import Wording

@testable import vernam

@Suite("vernam rename")
struct RenameTests {
  @Test(
    "Names that differ in capitals or one letter are easily confused",
    arguments: [
      ("Bob", ["carol", "bob"], "bob"), ("hanna", ["anna"], "anna"), ("Ana", ["ann"], nil),
      ("bob", ["bob"], nil), ("carla", ["bob", "Carlo"], "Carlo"), ("jon", ["jan"], nil),
    ] as [(String, [String], String?)])
  func lookalikes(_ name: String, _ names: [String], _ twin: String?) {
    #expect(NearestWord.lookalike(of: name, among: names) == twin)
  }

  @Test("A name that is easily confused with another contact's gets a warning")
  func twin() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      #expect(try ends.alice.run(["rename", "bob", "Bob"]).errors == "bob is now called Bob\n")
      try ends.alice.succeed(["pair", "carol", "--size", "26K", "--carry", "\(directory)/c"])
      let outcome = try ends.alice.run(["rename", "carol", "bob"])
      #expect(
        outcome.errors == """
          carol is now called bob
          warning: you also have a contact Bob: to give this one another name, run "vernam rename bob NAME"

          """)
      #expect(outcome.status == 0)
    }
  }

  @Test("Merging two contacts asks whether they are the same computer")
  func merging() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try ends.alice.succeed(["pair", "bobby", "--size", "26K", "--carry", "\(directory)/c"])
      let script = "\(Fixtures.root)/Tests/CommandTests/terminal.py"
      let outcome = try Program("python3").run(
        [
          "-u", "-B", script, "80", "24",
          "\(End.program.name) rename --merge bobby bob; echo ended $?",
          "expect keep two contacts. This cannot be undone. [y/N]", "send n\\n", "expect ended 77",
        ], environment: ends.alice.environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(
        outcome.text.contains(
          "Are bobby and bob the same person, with the same vault on the same computer?"))
      #expect(try ends.alice.succeed(["contacts"]) == "bob\nbobby\n")
    }
  }
}
