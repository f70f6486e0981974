import Codec
import TestSupport
import Testing

@testable import vernam

@Suite("Encrypted messages that are pasted at a terminal")
struct PastedMessageTests {
  @Test("After a paste that was cut short, the whole message is enough")
  func wholeAfterCut() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = try ends.alice.write("Later\n").replacing("\n", with: "\\r")
      let screen = try ends.bob.playTerminal(
        80, 48, "vernam decrypt",
        [
          "expect Paste the message", "send \(message.prefix(100))",
          "expect the end of the message is missing: paste more", "send \\r\(message)",
          "expect ended 0",
        ])
      #expect(screen.contains("\nLater\nended 0\n"), "\(screen)")
    }
  }

  @Test("encrypt does not take an encrypted message that is pasted")
  func encrypted() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = try ends.alice.write("Noon\n").replacing("\n", with: "\\r")
      let screen = try ends.bob.playTerminal(
        80, 48, "vernam encrypt alice",
        ["expect Type your message", "send \(message)\\x04", "expect ended 65"])
      #expect(screen.contains("error: this is an encrypted message"), "\(screen)")
      #expect(screen.contains("hint: to read it, run \"vernam decrypt\""))
    }
  }

  @Test("A sentence about a message is none")
  func prose() {
    for (text, isBeginning) in [
      ("the vernam message, part two", false), ("vernam message, part 2, is lost", false),
      ("> vernam message, part 2 of 3", true), ("This is a vernam message. Use vernam to", true),
    ] {
      #expect(PastedMessage.begins(in: Array(text.utf8).span) == isBeginning, "\(text)")
    }
  }

  @Test("decrypt says at once that a message has lost its first line, and takes it whole then")
  func withoutHead() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = try ends.alice.write("Noon\n")
      let letters = message.split(separator: "\n")[1]
      let screen = try ends.bob.playTerminal(
        80, 48, "vernam decrypt",
        [
          "expect Paste the message", "send \(letters)\\r",
          "expect the first line is missing: paste it all again, from \"This is a",
          "send \(message.replacing("\n", with: "\\r"))", "expect ended 0",
        ], ["TERM": "xterm"])
      #expect(screen.contains("\nNoon\n"))
    }
  }
}
