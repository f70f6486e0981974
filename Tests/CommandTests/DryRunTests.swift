import TestSupport
import Testing

@Suite("What a message costs, and what is left then")
struct DryRunTests {
  @Test("A dry run says what a message would cost, and spends nothing")
  func dryRun() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "12M")
      let before = try snapshot(ends.alice.vault)
      let told = try ends.alice.succeed(["encrypt", "bob", "--dry-run"], input: "short\n")
      #expect(
        told == """
          bob: uses 256 bytes of pad and leaves 6291200 bytes (6.00 MiB), about 24,000 short \
          messages
          each message: 396 characters

          """)
      let parts = try ends.alice.succeed(
        ["encrypt", "bob", "--dry-run", "--max-chars", "160"], input: "short\n")
      #expect(parts.hasSuffix("each message: 591 characters in 4 parts\n"), "\(parts)")
      #expect(try snapshot(ends.alice.vault) == before)
      let message = try ends.alice.write("short\n")
      #expect(message.utf8.count == 396)
      let status = try ends.alice.status().text
      #expect(status.contains("\"left\":6291200"))
    }
  }

  @Test("A dry run warns if the pad would be low afterwards")
  func low() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let text = String(repeating: "x", count: 15_000)
      let outcome = try ends.alice.run(["encrypt", "bob", "--dry-run"], input: text)
      #expect(outcome.errors.hasPrefix("warning: bob's pad would be running low: "))
    }
  }

  @Test("A message that uses up its pad says so")
  func usedUp() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "1K")
      _ = try ends.alice.write("one\n")
      let would = try ends.alice.run(["encrypt", "bob", "--dry-run"], input: "two\n").errors
      let last = try ends.alice.run(["encrypt", "bob"], input: "two\n")
      let next = "used up: meet and run \"vernam pair bob\" before the next message\n"
      #expect(would == "warning: bob's pad would be " + next)
      #expect(last.status == 0 && last.errors == "warning: bob's pad is " + next)
      #expect(try ends.alice.run(["encrypt", "bob"], input: "three\n").status == 69)
    }
  }
}
