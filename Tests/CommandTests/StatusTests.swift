import TestSupport
import Testing

@Suite("vernam status")
struct StatusTests {
  @Test("has a line for each contact, and all about one with its name or with -v")
  func lines() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "12M")
      try ends.alice.succeed([
        "pair", "carol", "--size", "64K", "--carry", "\(directory)/for-carol",
      ])
      let summary = try ends.alice.succeed(["status"])
      #expect(
        summary == """
          bob    about 24,000 messages left to send, as many to receive
          carol  nothing to send before carol's first message, about 120 messages to receive

          """)
      let bob = try ends.alice.succeed(["status", "bob"])
      #expect(
        bob.contains("  to send     6.00 MiB of 6.00 MiB left: about 24,000 messages or 2 photos\n")
      )
      #expect(bob.contains("  secret      unless someone can predict the random generator"))
      #expect(!bob.contains("carol"))
      let all = try ends.alice.succeed(["status", "-v"])
      #expect(all.hasPrefix(bob) && all.contains("\ncarol\n"))
    }
  }

  @Test("says in the contact's line what has not arrived, and that little is left")
  func warnings() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "4K")
      let messages = try (1...3).map { try ends.alice.write("number \($0)\n") }
      try ends.bob.read(messages[2])
      let line = try ends.bob.succeed(["status"])
      #expect(line.hasSuffix("; running low; 2 messages have not arrived\n"), "\(line)")
    }
  }
}
