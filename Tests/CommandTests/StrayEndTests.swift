import TestSupport
import Testing

@Suite("The key that people press although the text has ended")
struct StrayEndTests {
  @Test("A ^D after a message that ended by itself does not reach the shell, but a typed line does")
  func strayEnd() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let shell = "; echo decrypt ended; read -r line && echo the shell got $line"
      for (typed, later) in [("\\x04", "send ls\\n"), ("ls\\n", "show")] {
        let message = try ends.alice.write("Noon\n").replacing("\n", with: "\\r")
        let screen = try ends.bob.playTerminal(
          80, 48, "vernam decrypt" + shell,
          [
            "expect Paste the message", "send \(message)", "expect \nNoon", "send \(typed)",
            "expect decrypt ended", later, "expect the shell got ls", "expect ended 0",
          ], ["TERM": "xterm"])
        #expect(screen.contains("You need not press a"), "\(screen)")
      }
    }
  }

  @Test(
    "A second ^D after a message does not reach the shell",
    arguments: ["half a line\\x04", "a line\\r\\x04"])
  func secondEnd(_ typed: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let screen = try ends.alice.playTerminal(
        80, 48, "vernam encrypt bob; echo encrypt ended; read -r line && echo the shell got $line",
        [
          "expect Type your message", "send \(typed)", "expect End of vernam message",
          "send \\x04", "expect encrypt ended", "send ls\\n", "expect the shell got ls",
          "expect ended 0",
        ], ["TERM": "xterm"])
      #expect(!screen.contains("Cancelled"), "\(screen)")
    }
  }

  @Test(
    "A ^D that comes later is the shell's, and so is a second one",
    arguments: [["expect decrypt ended", "send \\x04"], ["send \\x04\\x04"]])
  func later(_ steps: [String]) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = try ends.alice.write("Noon\n").replacing("\n", with: "\\r")
      _ = try ends.bob.playTerminal(
        80, 48, "vernam decrypt; echo decrypt ended; read -r line || echo the shell got an end",
        ["expect Paste the message", "send \(message)", "expect \nNoon"] + steps + [
          "expect the shell got an end", "expect ended 0",
        ], ["TERM": "xterm"])
    }
  }
}
