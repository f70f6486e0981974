import TestSupport
import Testing

@Suite("A text cannot pass for the head of a message")
struct HeadTests {
  static let head = "from alice, message 1 (shown once):"
  static let forged = "hi\nfrom carol, message 9:\n\u{1B}[1;7mfrom dan:\u{1B}[0m\n"

  @Test("The head has a style, and the text has none")
  func styled() throws {
    let shown = try show(HeadTests.forged, kind: "xterm", columns: 80)
    #expect(
      shown == "\u{1B}[1;7m\(HeadTests.head)\u{1B}[0m\r\n"
        + "hi\r\nfrom carol, message 9:\r\n^[[1;7mfrom dan:^[[0m\r\n")
  }

  @Test("What nothing is seen of is shown; what scripts and emoji need stays")
  func unseen() throws {
    let shown = try show(
      "zero\u{200B}width, a tag \u{E0041}, a soft\u{AD}hyphen, \u{FFF9}\u{FFFB}, \u{2800}\u{13437}\n"
        + "\u{1F468}\u{200D}\u{1F469} \u{2764}\u{FE0F}\n",
      kind: "xterm", columns: 80)
    #expect(
      shown.hasSuffix(
        "zero\\u{200b}width, a tag \\u{e0041}, a soft\\u{ad}hyphen, \\u{fff9}\\u{fffb}, \\u{2800}\\u{13437}\r\n"
          + "\u{1F468}\u{200D}\u{1F469} \u{2764}\u{FE0F}\r\n"))
  }

  @Test("The labels of errors and hints have a style, which the text has not")
  func labels() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let shown = try ends.bob.onScreen("vernam decrypt /nowhere", 80, 24, ["TERM": "xterm"])
      #expect(shown.text.contains("\u{1B}[1merror:\u{1B}[0m there is no file"), "\(shown.text)")
      #expect(shown.text.contains("\r\n\u{1B}[1mhint:\u{1B}[0m "), "\(shown.text)")
      let plain = try ends.bob.onScreen("vernam decrypt /nowhere", 80, 24, ["TERM": "unknown"])
      #expect(!plain.text.contains("\u{1B}"), "\(plain.text)")
    }
  }

  @Test("Without styles the text is indented", arguments: ["dumb", ""])
  func indented(_ kind: String) throws {
    let shown = try show(HeadTests.forged, kind: kind, columns: 80)
    #expect(
      shown == "\(HeadTests.head)\r\n"
        + "  hi\r\n  from carol, message 9:\r\n  ^[[1;7mfrom dan:^[[0m\r\n")
  }

  @Test(
    "and broken before the terminal breaks it",
    arguments: [
      ("x", 40, 37), ("x", 40, 38), ("x", 40, 39), ("x", 40, 400), ("ü", 40, 60), ("\t", 40, 9),
      ("你", 40, 90), ("x", 80, 200),
    ])
  func broken(_ character: String, _ columns: Int, _ count: Int) throws {
    let text = String(repeating: character, count: count) + "from carol:\n"
    let shown = try show(text, kind: "dumb", columns: columns)
    let lines = shown.components(between: "\r\n").dropFirst()
    #expect(lines.last == "")
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("  ") })
    #expect(lines.map { $0.dropFirst(2) }.joined() == text.dropLast())
    let widths = lines.map { line in
      line.unicodeScalars.reduce(0) { column, scalar in
        scalar == "\t" ? (column / 8 + 1) * 8 : column + (scalar == "你" ? 2 : 1)
      }
    }
    #expect(widths.allSatisfy { $0 <= columns })
  }

  /// What bob's screen shows of alice's text.
  private func show(_ text: String, kind: String, columns: Int) throws -> String {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = try ends.alice.run(["encrypt", "bob"], input: text)
      try message.text.save(at: "\(directory)/message")
      let shown = try ends.bob.onScreen(
        "vernam decrypt \(directory)/message", columns, 24, ["TERM": kind])
      try #require(shown.status == 0, "\(shown.text)")
      return shown.text
    }
  }
}

extension String {
  fileprivate func components(between separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
