import TestSupport
import Testing

@Suite("Output for people fits the screen")
struct ScreenTests {
  @Test("No line is wider than the terminal, and no word is cut", arguments: [40, 80])
  func width(_ columns: Int) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let plain = try ends.alice.succeed(["status", "-v"])
      let shown = try ends.alice.onScreen("vernam status -v", columns, 24)
      try #require(shown.status == 0, "\(shown.text)\(shown.errors)")
      let lines = shown.text.split(separator: "\r\n")
      #expect(lines.allSatisfy { $0.count < columns })
      #expect(lines.count > 5)
      #expect(words(shown.text) == words(plain))
    }
  }

  @Test("A passphrase may come from a pipe or through a link")
  func passphraseFromPipe() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try "right\n".save(at: "\(directory)/right")
      let vault = "\(directory)/closed"
      let program = End.program.name
      let script = """
        ln -s right \(directory)/link
        \(program) init --vault \(vault) --passphrase-file <(echo right) --quiet
        \(program) status --vault \(vault) --passphrase-file \(directory)/link --quiet
        """
      let outcome = try Program("bash").run(
        ["-euc", script], environment: ends.alice.environment)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  private func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
}
