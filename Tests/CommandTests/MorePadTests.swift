import System
import TestSupport
import Testing

@Suite("More pad for the same person")
struct MorePadTests {
  /// Has alice give bob another pad.
  private func addPad(to ends: TwoEnds, _ size: String = "26K") throws -> Program.Outcome {
    let file = "\(ends.directory)/second"
    let outcome = try ends.alice.run(["pair", "bob", "--carry", file, "--size", size])
    try ends.bob.succeed(["pair", "alice", "--from", file])
    return outcome
  }

  @Test("Both keep writing in between, and status shows each pad and the sum")
  func bothDirections() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let outcome = try addPad(to: ends)
      #expect(outcome.status == 0)
      #expect(outcome.errors.contains("You already share a pad with bob: this adds another."))
      #expect(outcome.errors.contains("  you can write on this pad once you have decrypted bob's"))
      let older = Array(ends.carried[20..<24]).hexadecimal
      #expect(
        outcome.errors.contains(
          "  you write on your older pad until it is used up; if bob has lost it, run "
            + "\"vernam forget \(older)\"\n"))
      try #expect(ends.bob.read(ends.alice.write("on the first\n")) == "on the first\n")
      try #expect(ends.alice.read(ends.bob.write("on the second\n")) == "on the second\n")

      let status = try ends.alice.succeed(["status", "bob"])
      #expect(status.contains("of 29.0 KiB left"))
      #expect(status.split(separator: "\n").count { $0.contains("left on it") } == 2)
      #expect(!status.contains("waiting"))
      let json = try ends.alice.succeed(["status", "--json"])
      #expect(json.contains(#""send":{"total":13312,"used":0,"left":13312}"#))
    }
  }

  @Test("If the next pad only lacks a first message, the hint asks for that")
  func waitingNext() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let low = try ends.alice.run(["encrypt", "bob"], input: String(repeating: "a", count: 15000))
      #expect(low.errors.hasPrefix("warning: bob's pad is running low"))
      _ = try addPad(to: ends)
      let rest = try ends.alice.run(["encrypt", "bob"], input: "not low: more is there\n")
      #expect(rest.status == 0 && rest.errors == "")
      let outcome = try ends.alice.run(
        ["encrypt", "bob"], input: String(repeating: "b", count: 4000))
      #expect(
        outcome.errors == """
          error: you cannot send until you read bob's first message on the new pad
          hint: if you do not have it, ask bob to send you one on that pad; or send less

          """)
      #expect(outcome.status == 75)
      let large = try ends.alice.run(
        ["encrypt", "bob"], input: String(repeating: "b", count: 40000))
      #expect(large.status == 69, "no pad has room for that")
      _ = try ends.alice.read(ends.bob.write("I hold the new one too\n"))
      _ = try ends.bob.read(ends.alice.write(String(repeating: "b", count: 4000)))
    }
  }

  @Test("Once the first pad is used up, the second takes over; earlier messages are still read")
  func afterTheFirst() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let early = try ends.bob.write("early\n")
      _ = try ends.bob.read(ends.alice.write(String(repeating: "a", count: 14000)))
      let large = String(repeating: "b", count: 8000)
      let before = try ends.alice.run(["encrypt", "bob"], input: large)
      #expect(before.status == 69)
      #expect(
        before.errors.contains("hint: meet and run \"vernam pair bob\", or send less"))
      _ = try addPad(to: ends)
      _ = try ends.alice.read(ends.bob.write("I hold it\n"))
      try #expect(ends.bob.read(ends.alice.write(large)) == large)
      try #expect(ends.alice.read(early) == "early\n")
    }
  }

  @Test("The digits that status prints for a pad are enough to forget it")
  func firstDigits() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      _ = try addPad(to: ends)
      let status = try ends.alice.succeed(["status", "-v"])
      let digits = try #require(status.firstMatch(of: /pad +([0-9a-f]{8}),/)?.output.1)
      try ends.alice.succeed(["forget", String(digits), "--yes"])
      let left = try ends.alice.succeed(["status", "-v"])
      #expect(!left.contains(digits) && left.contains("  pad  "))
    }
  }

  @Test("A pad whose carried file was lost is forgotten by its id, and the others stay")
  func lostFile() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let file = "\(directory)/lost"
      try ends.alice.succeed(["pair", "bob", "--carry", file, "--size", "26K"])
      let again = try ends.alice.run(["pair", "bob", "--carry", "\(directory)/next"])
      #expect(again.status == 73)
      let id = try #require(again.errors.firstMatch(of: /vernam forget ([0-9a-f]{32})/)?.output.1)
      let asked = try ends.alice.run(["forget", String(id)])
      #expect(asked.status == 64)
      #expect(asked.errors.contains("whether to destroy bob's pad \(id.prefix(8))"))
      try ends.alice.succeed(["forget", String(id), "--yes"])
      try #expect(ends.bob.read(ends.alice.write("goes on\n")) == "goes on\n")
      let carol = End(directory, "carol", peer: "alice")
      try carol.succeed(["init", "--no-passphrase"])
      try carol.succeed(["pair", "alice", "--from", file])
      #expect(try ends.alice.run(["decrypt"], input: carol.write("I am bob\n")).status == 65)
    }
  }
}
