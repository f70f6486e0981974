import System
import TestSupport
import Testing

@Suite("Messages that have not arrived")
struct MissingMessageTests {
  @Test("are counted by decrypt and status, until they come or are given up")
  func counted() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let messages = try (1...5).map { try ends.alice.write("number \($0)\n") }
      try expect(ends, after: messages[0], missing: 0)
      try expect(ends, after: messages[4], missing: 3)
      try expect(ends, after: messages[2], missing: 2)
      try expect(ends, after: messages[1], missing: 1)
      // What is late is no reason to count it for what comes after it, nor what is read again.
      #expect(try ends.bob.run(["decrypt"], input: messages[4]).status == 65)
      try expect(ends, after: ends.alice.write("number 6\n"), missing: 1)
      try expect(ends, after: messages[3], missing: 0)
    }
  }

  @Test("are not counted any more once they were given up")
  func givenUp() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let messages = try (1...3).map { try ends.alice.write("number \($0)\n") }
      try expect(ends, after: messages[2], missing: 2)
      try ends.bob.succeed(["skip", "alice", "--yes"])
      try expect(ends, after: ends.alice.write("number 4\n"), missing: 0)
    }
  }

  @Test("are said of the message in the same run that shows it")
  func severalAtOnce() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let messages = try (1...4).map { try ends.alice.write("number \($0)\n") }
      let outcome = try ends.bob.run(["decrypt"], input: messages[3] + messages[1])
      #expect(
        outcome.errors
          == """
          from alice:
          3 earlier messages from alice have not arrived
          from alice:
          2 earlier messages from alice have not arrived

          """)
    }
  }

  /// What bob is told when he reads a message, and afterwards.
  private func expect(_ ends: TwoEnds, after message: String, missing: Int) throws {
    let noun = missing == 1 ? "1 earlier message" : "\(missing) earlier messages"
    let verb = missing == 1 ? "has not arrived" : "have not arrived"
    let read = try ends.bob.run(["decrypt"], input: message)
    try #require(read.status == 0, "\(read.errors)")
    #expect(
      read.errors == "from alice:\n" + (missing > 0 ? "\(noun) from alice \(verb)\n" : ""))
    let status = try ends.bob.succeed(["status"])
    #expect(status.contains("\(noun) \(verb)") == (missing > 0))
    #expect(status.contains("arrived") == (missing > 0))
    #expect(try ends.bob.status().text.contains("\"missing\":\(missing)"))
    // Alice is told nothing: what bob has not read may be on its way.
    #expect(try ends.alice.status().text.contains("\"missing\":0"))
  }
}
