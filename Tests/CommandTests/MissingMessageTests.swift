import System
import TestSupport
import Testing

@Suite("Messages that have not arrived")
struct MissingMessageTests {
  @Test("are named by decrypt and status, until they come or are given up")
  func named() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let messages = try (1...5).map { try ends.alice.write("number \($0)\n") }
      try expect(ends, after: messages[0], number: 1, missing: [])
      try expect(ends, after: messages[4], number: 5, missing: [2...4])
      try expect(ends, after: messages[2], number: 3, missing: [2...2, 4...4])
      try expect(ends, after: messages[1], number: 2, missing: [4...4])
      // A late message is not missing any more; reading a message again changes nothing.
      #expect(try ends.bob.run(["decrypt"], input: messages[4]).status == 65)
      try expect(ends, after: ends.alice.write("number 6\n"), number: 6, missing: [4...4])
      try expect(ends, after: messages[3], number: 4, missing: [])
    }
  }

  @Test("are no longer named once they are given up")
  func givenUp() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let messages = try (1...3).map { try ends.alice.write("number \($0)\n") }
      try expect(ends, after: messages[2], number: 3, missing: [1...2])
      try ends.bob.succeed(["skip", "alice", "--yes"])
      try expect(ends, after: ends.alice.write("number 4\n"), number: 4, missing: [])
    }
  }

  @Test("are named once, after all the messages that one run reads")
  func severalAtOnce() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let messages = try (1...5).map { try ends.alice.write("number \($0)\n") }
      let outcome = try ends.bob.run(
        ["decrypt"], input: messages[3] + messages[4] + messages[1])
      #expect(
        outcome.errors
          == """
          from alice, message 4:
          from alice, message 5:
          from alice, message 2:
          messages 1 and 3 from alice have not arrived
          hint: if they do not come, ask alice to send the same encrypted messages again, or to write them again; if they were written in a chat, run "vernam chat" again on both computers, unless alice took them back; once you no longer expect them, run "vernam skip alice"

          """)
    }
  }

  @Test("are not reported for a thread that is read as a whole, newest message first")
  func newestFirst() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let messages = try (1...3).map { try ends.alice.write("number \($0)\n") }
      let outcome = try ends.bob.run(["decrypt"], input: messages.reversed().joined())
      #expect(
        outcome.errors
          == (1...3).reversed().map { "from alice, message \($0):\n" }.joined())
      #expect(outcome.text == "number 3\nnumber 2\nnumber 1\n")
    }
  }

  @Test("are numbered separately on each pad, and status says on which")
  func twoPads() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let messages = try (1...2).map { try ends.alice.write("number \($0)\n") }
      try expect(ends, after: messages[1], number: 2, missing: [1...1])
      let file = "\(directory)/second"
      try ends.alice.succeed(["pair", "bob", "--carry", file, "--size", "26K"])
      try ends.bob.succeed(["pair", "alice", "--from", file])
      let status = try ends.bob.succeed(["status", "-v"])
      #expect(status.firstMatch(of: /missing     message 1 of pad [0-9a-f]{8}\n/) != nil)
      let next = try ends.bob.run(["decrypt"], input: ends.alice.write("number 3\n"))
      let line = /message 1 of pad [0-9a-f]{8} from alice has not arrived/
      #expect(next.errors.firstMatch(of: line) != nil)
      // The first message on the pad that was taken in last.
      let answer = try ends.bob.write("on the new one\n")
      #expect(
        try ends.alice.run(["decrypt"], input: answer).errors == "from bob, message 1:\n")
    }
  }

  @Test("are listed only in part if there are too many to name")
  func many() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let messages = try (1...16).map { try ends.alice.write("number \($0)\n") }
      let even = stride(from: 1, to: 16, by: 2).map { messages[$0] }
      let outcome = try ends.bob.run(["decrypt"], input: even.joined())
      #expect(
        outcome.errors.contains(
          "messages 1, 3, 5, 7, 9, 11 and 2 more from alice have not arrived\n"))
      #expect(
        try ends.bob.succeed(["status", "-v"]).contains(
          "missing     messages 1, 3, 5, 7, 9, 11 and 2 more\n")
      )
    }
  }

  /// Checks what bob sees when he reads a message, and afterwards.
  private func expect(
    _ ends: TwoEnds, after message: String, number: Int, missing: [ClosedRange<Int>]
  ) throws {
    let read = try ends.bob.run(["decrypt"], input: message)
    try #require(read.status == 0, "\(read.errors)")
    #expect(read.errors == "from alice, message \(number):\n" + lines(missing))
    let status = try ends.bob.succeed(["status", "-v"])
    let noun = missing.count == 1 && missing[0].count == 1 ? "message" : "messages"
    let list = missing.map(text).joined(separator: " and ")
    #expect(status.contains("  missing     \(noun) \(list)\n") == !missing.isEmpty)
    #expect(status.contains("missing") == !missing.isEmpty)
    let count = missing.reduce(0) { $0 + $1.count }
    let json = try ends.bob.status().text
    #expect(json.contains("\"missing\":\(count)"))
    let numbers = missing.map { "[\($0.lowerBound),\($0.upperBound)]" }
    #expect(json.contains("\"missingNumbers\":[\(numbers.joined(separator: ","))]"))
    // Alice sees nothing missing: what bob has not read may still be on its way.
    #expect(try ends.alice.status().text.contains("\"missing\":0"))
  }

  private func lines(_ missing: [ClosedRange<Int>]) -> String {
    if missing.isEmpty { return "" }
    let list = missing.map(text).joined(separator: " and ")
    let isOne = missing.count == 1 && missing[0].count == 1
    return isOne
      ? """
      message \(list) from alice has not arrived
      hint: if it does not come, ask alice to send the same encrypted message again, or to write it again; if it was written in a chat, run "vernam chat" again on both computers, unless alice took it back; once you no longer expect it, run "vernam skip alice"

      """
      : """
      messages \(list) from alice have not arrived
      hint: if they do not come, ask alice to send the same encrypted messages again, or to write them again; if they were written in a chat, run "vernam chat" again on both computers, unless alice took them back; once you no longer expect them, run "vernam skip alice"

      """
  }

  private func text(_ range: ClosedRange<Int>) -> String {
    let (first, last) = (range.lowerBound, range.upperBound)
    return first == last ? "\(first)" : "\(first) \(range.count == 2 ? "and" : "to") \(last)"
  }
}
