import TestSupport
import Testing

@Suite("Nothing that a terminal would obey reaches it from a name")
struct ObeyedTextTests {
  /// An escape sequence that sets a window's title, a C1 one, a bidirectional control, a line feed
  /// that begins a line of its own, a zero-width space, and a tag, of which nothing would be seen.
  static let names = [
    "x\u{1B}]0;title\u{7}": "x^[]0;title^G", "x\u{9B}31m": "x\\u{9b}31m",
    "x\u{202E}y": "x\\u{202e}y", "x\nerror: forged": "x^Jerror: forged", "x\ty\r": "x^Iy^M",
    "x\u{200B}y": "x\\u{200b}y", "x\u{E0041}y": "x\\u{e0041}y",
  ]

  @Test("An error names a file that is not there", arguments: names)
  func missing(_ name: String, _ shown: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let outcome = try ends.alice.run(["decrypt", "\(directory)/\(name)"])
      expectOneError(outcome, shown)
    }
  }

  @Test("A mistake in the arguments repeats them", arguments: names)
  func mistaken(_ name: String, _ shown: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      expectOneError(try ends.alice.run([name]), "there is no command of that name")
      expectOneError(try ends.alice.run(["status", "--\(name)"]), shown)
      expectOneError(try ends.alice.run(["encrypt", name], input: "hi"), shown)
    }
  }

  @Test("A note says where a message was stored", arguments: names)
  func stored(_ name: String, _ shown: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = try ends.bob.run(["encrypt", "alice"], input: "hi\n").output
      let outcome = try ends.alice.run(["decrypt", "-o", "\(directory)/\(name)"], bytes: message)
      #expect(outcome.status == 0)
      #expect(outcome.errors.hasSuffix("saved as \(directory)/\(shown)\n"))
      expectNothingObeyed(outcome.errors)
    }
  }

  @Test("What doctor finds names the vault", arguments: names)
  func found(_ name: String, _ shown: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let vault = "\(directory)/\(name)"
      _ = try ends.alice.run(["init", "--no-passphrase", "--vault", vault])
      let outcome = try ends.alice.run(["doctor", "--vault", vault])
      #expect(outcome.text.contains(shown))
      expectNothingObeyed(outcome.text)
      let values = try ends.alice.run(["doctor", "--json", "--vault", vault])
      expectNothingObeyed(values.text)
    }
  }

  private func expectOneError(_ outcome: Program.Outcome, _ shown: String) {
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains(shown))
    expectNothingObeyed(outcome.errors)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("error: ") == true && lines.last?.hasPrefix("hint: ") == true)
  }

  private func expectNothingObeyed(_ text: String) {
    let obeyed = text.unicodeScalars.filter { scalar in
      scalar != "\n"
        && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl)
    }
    #expect(Array(obeyed) == [])
  }
}
