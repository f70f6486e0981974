import TestSupport
import Testing

/// A program in another language, written from vernam-message(5) alone: if the two disagree, the
/// manual or the program is wrong.
@Suite("A reader and writer made from the manual alone")
struct IndependentReaderTests {
  private static let texts = [
    "a", "Grüße aus dem Süden, 你好\n", "CarriedPad with a mark \u{80}\0\0",
    String(repeating: "A line that is neither short nor long.\n", count: 120),
  ]
  /// Whole messages, and parts.
  private static let forms = [[], ["--max-chars", "600"]]

  @Test("reads what the program encrypts", arguments: texts, forms)
  func reads(_ text: String, _ form: [String]) throws {
    try withTwoEnds { ends in
      let message = try ends.vernam("taker", ["encrypt", "peer"] + form, input: Array(text.utf8))
      #expect(try ends.script(["read", ends.copy], input: message) == Array(text.utf8))
      #expect(try ends.vernam("giver", ["decrypt"], input: message) == Array(text.utf8))
      // The giver now knows that the taker has the pad, so the other lane can be used.
      let reply = try ends.vernam("giver", ["encrypt", "peer"] + form, input: Array(text.utf8))
      #expect(try ends.script(["read", ends.copy], input: reply) == Array(text.utf8))
    }
  }

  @Test("writes what the program decrypts", arguments: texts, [("0", "taker"), ("1", "giver")])
  func writes(_ text: String, _ way: (lane: String, reader: String)) throws {
    try withTwoEnds { ends in
      // Out of order, with one message that never arrives.
      let heads = [["40", "0", "40", "1"], ["0", "0", "0", "0"], ["100", "0", "100", "3"]]
      for head in heads {
        let message = try ends.script(
          ["write", ends.copy, way.lane] + head, input: Array(text.utf8))
        #expect(try ends.vernam(way.reader, ["decrypt"], input: message) == Array(text.utf8))
      }
      let status = try ends.vernam(way.reader, ["status", "--json"])
      #expect(String(decoding: status, as: UTF8.self).contains("\"missing\":1"))
    }
  }

  @Test("reads and writes files")
  func files() throws {
    try withTwoEnds { ends in
      let bytes = [0xFF] + Array("no text\0\0".utf8)
      let (path, stored) = ("\(ends.directory)/photo.jpg", "\(ends.directory)/stored")
      try writeFile(path, bytes)
      let message = try ends.vernam("taker", ["encrypt", "peer", path])
      let read = try ends.run("python3", [CarriedPad.script, "read", ends.copy], input: message)
      #expect(read.output == bytes && read.errors == "photo.jpg\n")
      let written = try ends.script(["write-file", ends.copy, "1", "9", "photo.jpg"], input: bytes)
      _ = try ends.vernam("giver", ["decrypt", "-o", stored], input: written)
      #expect(try readFile(stored) == bytes)
    }
  }

  @Test("agrees with the vectors")
  func vectors() throws {
    let outcome = try Program("python3").run(
      ["-B", CarriedPad.script, "check", Fixtures.path("Vectors")])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.split(separator: "\n").count == 5)
  }

  @Test("does not read a message for another pad")
  func refusesForeign() throws {
    try withTwoEnds { ends in
      let message = try ends.vernam("taker", ["encrypt", "peer"], input: Array("text".utf8))
      let other = "\(ends.directory)/other"
      _ = try ends.script(["example", other])
      let outcome = try ends.run("python3", [CarriedPad.script, "read", other], input: message)
      #expect(outcome.status == 1)
      #expect(outcome.output.isEmpty)
    }
  }

  @Test("The manual's example is a message that the program reads")
  func example() throws {
    try withTemporaryDirectory { directory in
      let ends = CarriedPad(directory: directory)
      _ = try ends.script(["example", ends.copy])
      _ = try ends.vernam("reader", ["init", "--no-passphrase"])
      _ = try ends.vernam("reader", ["pair", "author", "--from", ends.copy])
      let page = "\(Fixtures.root)/man/vernam-message.5"
      #expect(try ends.vernam("reader", ["decrypt", page]) == Array("Hello, Bob.\n".utf8))
    }
  }

  private func withTwoEnds(_ body: (CarriedPad) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      let ends = CarriedPad(directory: directory)
      try ends.pair()
      try body(ends)
    }
  }
}

/// Two vaults that share a carried pad, and a copy of the file that carried it.
private struct CarriedPad {
  static let script = "\(Fixtures.root)/Tests/CommandTests/vernam_message.py"

  let directory: String

  var copy: String { "\(directory)/copy" }

  func pair() throws {
    let carried = "\(directory)/carried"
    for end in ["giver", "taker"] { _ = try vernam(end, ["init", "--no-passphrase"]) }
    _ = try vernam("giver", ["pair", "peer", "--size", "256K", "--carry", carried])
    try writeFile(copy, try readFile(carried))
    _ = try vernam("taker", ["pair", "peer", "--from", carried])
  }

  /// Runs the program with one end's vault and returns its standard output; it must succeed.
  func vernam(_ end: String, _ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let vault = ["--vault", "\(directory)/\(end)"]
    return try succeed("\(Program.buildDirectory)/vernam", arguments + vault, input: input)
  }

  /// Runs the other program and returns its standard output; it must succeed.
  func script(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    try succeed("python3", [CarriedPad.script] + arguments, input: input)
  }

  func run(_ name: String, _ arguments: [String], input: [UInt8]) throws -> Program.Outcome {
    try Program(name).run(
      arguments, input: input, environment: ["XDG_STATE_HOME": "\(directory)/state"])
  }

  private func succeed(
    _ name: String, _ arguments: [String], input: [UInt8]
  ) throws -> [UInt8] {
    let outcome = try run(name, arguments, input: input)
    try #require(outcome.status == 0, "\(arguments): \(outcome.errors)")
    return outcome.output
  }
}
