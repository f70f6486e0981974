import TestSupport
import Testing

@Suite("vernam help")
struct HelpTests {
  private static let commands = [
    "pair", "encrypt", "decrypt", "chat", "outbox", "status", "contacts", "rename", "skip",
    "forget",
    "generate", "test", "init", "unlock", "lock", "passphrase", "adopt", "doctor",
  ]
  /// Where descriptions begin.
  private static let margin = String(repeating: " ", count: 26)

  private let environment = End("/nowhere", "nobody", peer: "nobody").environment

  @Test("describes each option in one line of 80 columns", arguments: commands)
  func oneLine(_ command: String) throws {
    let outcome = try End.program.run(
      ["help", command], environment: environment.merging(["COLUMNS": "80"]) { $1 })
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count > 5)
    for (line, next) in zip(lines, lines.dropFirst()) {
      #expect(line.count <= 80)
      if next.hasPrefix(HelpTests.margin) {
        #expect(line.hasPrefix("  -") && line.hasSuffix(">"), "\(next)")
      }
    }
  }

  @Test("cuts no word in 40 columns", arguments: commands)
  func narrow(_ command: String) throws {
    let whole = try End.program.run(["help", command], environment: environment).text
    let script = "\(Fixtures.root)/Tests/CommandTests/terminal.py"
    let played = try Program("python3").run(
      [
        "-u", "-B", script, "40", "160", "\(End.program.name) help \(command); echo ended $?",
        "expect ended 0", "show",
      ], environment: environment)
    let screen = try #require(played.text.split(separator: "--- screen").last)
    for word in whole.split(whereSeparator: \.isWhitespace) {
      #expect(screen.contains(word), "\(word)")
    }
  }
}
