import Foundation
import System
import TestSupport
import Testing

@Suite("vernam decrypt --json")
struct DecryptJSONTests {
  private func objects(_ outcome: Program.Outcome) throws -> [[String: Any]] {
    try outcome.text.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test("prints an object for each message: sender, number, kind, and text or path")
  func messages() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let text = "a \"quoted\" \\ line\r\nänd 你好\u{1}\u{7F}\u{85}\u{202E}\u{2066}\u{61C}\u{200E}end"
      try writeFile("\(directory)/photo.jpg", [0xFF, 0, 1])
      let messages = try [
        ends.alice.run(["encrypt", "bob"], input: text).text,
        ends.alice.run(["encrypt", "bob", "\(directory)/photo.jpg"]).text,
      ]
      let goal = "\(directory)/here"
      try Disk().createDirectory(goal)
      let line = "cd \"$0\" && exec \"$1\" decrypt --json --quiet"
      let outcome = try Program("sh").run(
        ["-c", line, goal, End.program.name], input: Array(messages.joined().utf8),
        environment: ends.bob.environment)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      let found = try objects(outcome)
      try #require(found.count == 2)
      #expect(found[0]["from"] as? String == "alice" && found[0]["number"] as? Int == 1)
      #expect(found[0]["kind"] as? String == "text" && found[0]["text"] as? String == text)
      #expect(found[1]["number"] as? Int == 2 && found[1]["kind"] as? String == "file")
      #expect(found[1]["path"] as? String == "photo.jpg" && found[1]["bytes"] as? Int == 3)
      #expect(try readFile("\(goal)/photo.jpg") == [0xFF, 0, 1])
      // Nothing in it is obeyed by a terminal.
      let obeyed: [Unicode.Scalar] = [
        "\u{1}", "\u{7F}", "\u{85}", "\u{202E}", "\u{2066}", "\u{61C}",
      ]
      #expect(!outcome.text.unicodeScalars.contains { obeyed.contains($0) })
    }
  }

  @Test("keeps a text exact across pieces, and names the file with -o", arguments: [true, false])
  func long(intoFile: Bool) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "8M")
      let text = String(repeating: "\u{202E}ü\n", count: 200_000)
      let message = try ends.alice.run(["encrypt", "bob"], input: text).text
      let out = "\(directory)/out"
      let outcome = try ends.bob.run(
        ["decrypt", "--json"] + (intoFile ? ["-o", out] : []), input: message)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let found = try objects(outcome)
      #expect(found.count == 1 && found[0]["number"] as? Int == 1)
      if intoFile {
        #expect(found[0]["path"] as? String == out)
        #expect(try readFile(out) == Array(text.utf8))
      } else {
        #expect(found[0]["text"] as? String == text)
      }
    }
  }
}
