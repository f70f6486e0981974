import Glibc
import System
import TestSupport
import Testing
import Vault
import Wording

@testable import vernam

@Suite("vernam adopt")
struct AdoptTests {
  private static let isClosed = """
    you can no longer send on these pads: this vault was copied or restored
    if there is another copy, use only one of them and delete the other
    to send, meet and pair again

    """
  private static let isKept =
    "now delete the vault on the old computer (by default the hidden folder ~/.local/share/vernam), "
    + "and any copy on a stick: never use two of them\n"

  private static let isOnlyCopy =
    "if there is a copy of this vault anywhere else, delete that copy: never use two of them\n"

  @Test("There is nothing to adopt if nothing was moved", arguments: [[], ["--moved"], ["--yes"]])
  func nothing(_ answer: [String]) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let before = try snapshot(directory)
      let outcome = try ends.alice.run(["adopt"] + answer)
      #expect(
        outcome.status == 0
          && outcome.errors == "nothing to adopt: this vault can be used as it is\n")
      #expect(try snapshot(directory) == before)
    }
  }

  @Test("Two answers at once are a mistake")
  func twoAnswers() throws {
    try withTemporaryDirectory { directory in
      let outcome = try TwoEnds(in: directory).alice.run(["adopt", "--moved", "--yes"])
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasPrefix("error: use only one of --moved and --yes\n"))
    }
  }

  @Test("If something was sent elsewhere, the vault can only read until the two meet again")
  func closing() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try ends.copyState()
      let outcome = try ends.alice.run(["adopt", "--yes"])
      #expect(
        outcome.errors == """
          a pad of this vault was copied, restored or moved here
          you can now read messages here with this vault

          """ + AdoptTests.isClosed)
      #expect(outcome.status == 0)
      #expect(
        try ends.alice.run(["adopt"]).errors == "nothing to adopt\n" + AdoptTests.isClosed)
      #expect(try ends.alice.run(["encrypt", "bob"], input: "x\n").status == 78)
      #expect(try ends.alice.read(ends.bob.write("still heard\n")) == "still heard\n")
      let file = "\(directory)/second"
      try ends.alice.succeed(["pair", "bob", "--carry", file, "--size", "26K"])
      try ends.bob.succeed(["pair", "alice", "--from", file])
      try ends.alice.read(ends.bob.write("I hold it too\n"))
      #expect(try ends.bob.read(ends.alice.write("sent again\n")) == "sent again\n")
    }
  }

  @Test("If nothing was sent elsewhere, everything goes on")
  func keeping() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try ends.copyState()
      let outcome = try ends.alice.run(["adopt", "--moved"])
      #expect(
        outcome.errors == """
          a pad of this vault was copied, restored or moved here
          you can now use this vault here

          """ + AdoptTests.isOnlyCopy)
      var moved = Adoption()
      (moved.movedPads, moved.isOtherMachine) = (1, true)
      let lines = AdoptionText.outcome(moved, [], renaming: "")
      #expect(lines.last.map { $0 + "\n" } == AdoptTests.isKept)
      #expect(try ends.bob.read(ends.alice.write("goes on\n")) == "goes on\n")
      #expect(
        try ends.alice.run(["adopt"]).errors
          == "nothing to adopt: this vault can be used as it is\n")
    }
  }

  @Test("Deleted counters stop sending and pairing, but not reading, until they are made again")
  func counters() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      removeTree("\(directory)/alice.state")
      let refused = try ends.alice.run(["encrypt", "bob"], input: "x\n")
      #expect(refused.status == 78)
      #expect(refused.errors.hasPrefix("error: \(directory)/alice.state/vernam/"))
      #expect(
        refused.errors.contains(
          " is missing: vernam cannot tell whether this vault is an old copy\n"))
      let pairing = try ends.alice.run(["pair", "carol", "--carry", "\(directory)/new"])
      #expect(pairing.status == 78)
      #expect(try ends.alice.read(ends.bob.write("still heard\n")) == "still heard\n")

      let outcome = try ends.alice.run(["adopt", "--moved"])
      #expect(outcome.status == 0)
      #expect(
        outcome.errors.hasPrefix(
          "the counters that reveal an old copy of this vault are missing (they are usually in ~/.local/state/vernam)\nyou can now use "
        ))
      #expect(outcome.errors.hasSuffix(AdoptTests.isOnlyCopy))
      #expect(try ends.bob.read(ends.alice.write("goes on\n")) == "goes on\n")
      #expect(try Disk().list("\(directory)/alice.state/vernam").count == 2)
    }
  }

  @Test("A damaged contact book is rebuilt without names, and every pad is closed")
  func damagedBook() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try damage("\(ends.alice.vault)/contacts", every: 4096)
      let heard = try ends.alice.run(["decrypt"], input: ends.bob.write("still heard\n"))
      #expect(heard.text == "still heard\n" && heard.errors.hasPrefix("from unnamed-"))

      let outcome = try ends.alice.run(["adopt", "--yes"])
      #expect(
        outcome.errors == """
          the contact book is damaged
          you can now use this vault here
          the contacts have lost their names: "vernam contacts" lists what they are called now; run \
          "vernam rename OLD NEW" for each
          you can no longer send on these pads: meet and pair again

          """)
      let names = try ends.alice.succeed(["contacts"]).split(separator: "\n").map(String.init)
      #expect(names.count == 1 && names.first?.hasPrefix("unnamed-") == true)
      try ends.alice.succeed(["rename", names[0], "bob"])
      #expect(try ends.alice.run(["encrypt", "bob"], input: "x\n").status == 78)
      let later = try ends.alice.run(["decrypt"], input: ends.bob.write("heard again\n"))
      #expect(later.text == "heard again\n" && later.errors.hasPrefix("from bob, message 3:\n"))
    }
  }

  @Test(
    "Another system on the same disk is told apart from a copy",
    .enabled(if: geteuid() == 0 && Machine.id() != nil, "needs root, and a machine id to cover"))
  func otherMachine() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try "fedcba9876543210fedcba9876543210\n".save(at: "\(directory)/id")
      let script = "mount --bind '\(directory)/id' /etc/machine-id && exec \"$@\""
      func runElsewhere(_ arguments: [String], _ input: String = "") throws -> Program.Outcome {
        try Program("unshare").run(
          ["--mount", "sh", "-c", script, "sh", End.program.name] + arguments,
          input: Array(input.utf8), environment: ends.alice.environment)
      }
      #expect(try runElsewhere(["encrypt", "bob"], "x\n").status == 78)
      let outcome = try runElsewhere(["adopt", "--moved"])
      #expect(
        outcome.errors == """
          this vault was last used on another computer or system
          you can now use this vault here

          """ + AdoptTests.isOnlyCopy)
      // Taking turns, as with two systems on one machine.
      #expect(try ends.bob.read(runElsewhere(["encrypt", "bob"], "there\n").text) == "there\n")
      #expect(try ends.bob.read(ends.alice.write("here\n")) == "here\n")
    }
  }
}
