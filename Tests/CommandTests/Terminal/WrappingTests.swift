import Testing

@testable import vernam

@Suite("Wrapped lines")
struct WrappingTests {
  /// No scalar is wider than two columns.
  @Test(
    "fit the terminal, whatever their letters are, so that it begins nothing in the first column",
    arguments: ["\u{1100}", "漢", "e\u{301}", "\u{1F468}", "a"], [10, 40, 80])
  func wide(_ letter: String, _ columns: Int) {
    for count in 1...90 {
      let name = String(repeating: letter, count: count)
      let text = "from mallory, message 1: a file, saved as x\(name)from bob, message 7"
      let lines = Wrapping.wrap(text, columns: columns, indent: 2).unicodeScalars
        .split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() {
        #expect(line.reduce(0) { $0 + ($1.isASCII ? 1 : 2) } < columns)
        #expect(number == 0 || line.starts(with: "  ".unicodeScalars))
      }
      let unbroken = lines.joined().filter { $0 != " " }
      #expect(unbroken == text.unicodeScalars.filter { $0 != " " })
    }
  }
}
