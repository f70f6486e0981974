import System
import TestSupport
import Testing

@Suite("Messages in parts, as they come")
struct PartsTests {
  private func withEnds(_ body: (TwoEnds) throws -> Void) throws {
    try withTemporaryDirectory { try body(TwoEnds(in: $0, size: "12M")) }
  }

  @Test("Parts come one at a time, in any order, and the missing ones are named")
  func parts() throws {
    try withEnds { ends in
      let text = String(repeating: "A line of a long message.\n", count: 40)
      let message = try ends.alice.succeed(["encrypt", "bob", "--max-chars", "700"], input: text)
      let parts = message.split(separator: "\n\n").map { String($0) + "\n" }
      #expect(parts.count == 5)
      for (given, missing) in [(2, "1, 2, 4 and 5"), (0, "2, 4 and 5"), (3, "2 and 5")] {
        let outcome = try ends.bob.run(["decrypt"], input: parts[given])
        #expect(outcome.status == 75)
        #expect(outcome.errors.contains("parts \(missing) of 5 are missing"))
        #expect(outcome.errors.contains("hint: decrypt the missing"))
      }
      #expect(try ends.bob.run(["decrypt"], input: parts[4]).status == 75)
      let other = try ends.alice.write("another\n")
      #expect(try ends.bob.read(other) == "another\n")
      #expect(try ends.bob.read(parts[1]) == text)
      #expect(try readFile("\(ends.bob.vault)/parts") == [])
    }
  }

  @Test("Parts that do not fit are not reported as kept")
  func tooManyParts() throws {
    try withEnds { ends in
      let path = "\(ends.directory)/long"
      try writeFile(path, [0xFF] + KernelRandomness().bytes(399_999))
      let message = try ends.alice.succeed(["encrypt", "bob", "--max-chars", "40000", path])
      let parts = message.split(separator: "\n\n").map { String($0) + "\n" }
      let outcome = try ends.bob.run(["decrypt"], input: parts.dropFirst().joined())
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("paste all parts together, in any order"))
      #expect(try ends.bob.run(["decrypt"], input: parts[1]).status == 75)
      let goal = "\(ends.directory)/goal"
      _ = try ends.bob.succeed(["decrypt", "-o", goal], input: message)
      #expect(try readFile(goal) == readFile(path))
    }
  }

  /// Encrypts a text and returns its three parts.
  private func threeParts(_ text: String, _ ends: TwoEnds) throws -> [String] {
    let message = try ends.alice.succeed(["encrypt", "bob", "--max-chars", "200"], input: text)
    let parts = message.split(separator: "\n\n").map { String($0) + "\n" }
    try #require(parts.count == 3)
    return parts
  }

  @Test("Other messages may come between the files with its parts", arguments: [300, 2_000_000])
  func apart(_ between: Int) throws {
    try withEnds { ends in
      let parts = try threeParts("in parts\n", ends)
      let file = "\(ends.directory)/between"
      var arguments = ["encrypt", "bob", "-o", file, "-q"]
      if between == 300 { arguments.append("--binary") }
      let other = String(repeating: "z", count: between - 1) + "\n"
      _ = try ends.alice.succeed(arguments, input: other)
      for (number, part) in parts.enumerated() {
        try part.save(at: "\(ends.directory)/\(number)")
      }
      let names = ["2", "between", "0", "1"].map { "\(ends.directory)/\($0)" }
      let outcome = try ends.bob.run(["decrypt", "-q"] + names)
      #expect(outcome.errors == "" && outcome.status == 0)
      #expect(outcome.text == "in parts\n" + other)
    }
  }

  @Test("One of the parts may be in a long text", arguments: [0, 1, 2])
  func long(_ number: Int) throws {
    try withEnds { ends in
      let parts = try threeParts("one in a long text\n", ends)
      let prose = String(repeating: "prose, and more of it\n", count: 100_000)
      for (index, part) in parts.enumerated() {
        try (index == number ? prose + part : part).save(at: "\(ends.directory)/\(index)")
      }
      let names = (0..<3).map { "\(ends.directory)/\($0)" }
      let missing = try ends.bob.run(["decrypt", "-q", names[number]])
      #expect(missing.status == 75 && missing.errors.contains("vernam keeps the others"))
      let outcome = try ends.bob.run(["decrypt", "-q"] + names)
      #expect(outcome.text == "one in a long text\n" && outcome.errors == "")
      #expect(try readFile("\(ends.bob.vault)/parts") == [])
    }
  }

  @Test("A text may be spread over files of any size", arguments: [5, 48, 60])
  func pieces(_ bytes: Int) throws {
    try withEnds { ends in
      let text = Array(try ends.alice.write("in pieces\n").utf8)
      var names: [String] = []
      for start in stride(from: 0, to: text.count, by: bytes) {
        names.append("\(ends.directory)/\(start)")
        try writeFile(names.last!, Array(text[start..<min(start + bytes, text.count)]))
      }
      #expect(try ends.bob.succeed(["decrypt"] + names) == "in pieces\n")
    }
  }

  @Test("A file without a message does not get in the way of messages in other files")
  func otherFiles() throws {
    try withEnds { ends in
      var names: [String] = []
      for (name, form) in [("one", ["--binary"]), ("note", []), ("two", ["--binary"])] {
        names.append("\(ends.directory)/\(name)")
        if name == "note" {
          try "see you\n".save(at: names.last!)
        } else {
          _ = try ends.alice.succeed(
            ["encrypt", "bob", "-o", names.last!] + form, input: "\(name)\n")
        }
      }
      let outcome = try ends.bob.run(["decrypt", "-q"] + names)
      #expect(outcome.text == "one\ntwo\n" && outcome.status == 65)
      #expect(
        outcome.errors.hasPrefix(
          "error: the 2nd of these messages: there is no vernam message in \(names[1])\n"))
    }
  }

  @Test("Parts that two programs kept at the same time are joined on the next read")
  func keptByTwo() throws {
    try withEnds { ends in
      let parts = try threeParts("kept\n", ends)
      #expect(try ends.bob.run(["decrypt"], input: parts[0] + parts[1]).status == 75)
      let path = "\(ends.bob.vault)/parts"
      let all = try readFile(path) + Array(parts[2].utf8)
      // As left by a program that did not see what the other one kept.
      try Disk().remove(path)
      try Disk().create(path).write(all.span, at: 0)
      #expect(try ends.bob.read(parts[1]) == "kept\n")
      #expect(try readFile(path) == [])
    }
  }
}
