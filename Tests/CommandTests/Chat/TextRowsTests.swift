import Pad
import System
import TestSupport
import Testing

@testable import vernam

@Suite("Text in rows")
struct TextRowsTests {
  private func rows(_ text: String, _ columns: Int) -> [String] {
    let bytes = Array(text.utf8)
    return TextRows(bytes.span, columns: columns).ranges.map {
      String(decoding: bytes[$0], as: UTF8.self)
    }
  }

  @Test(
    "breaks between words, and inside one only if it does not fit",
    arguments: [
      ("", 10, [""]), ("one", 10, ["one"]), ("one two", 7, ["one two"]),
      ("one two", 6, ["one", "two"]), ("one two", 3, ["one", "two"]),
      ("abcdefg", 3, ["abc", "def", "g"]), ("one abcdefg", 4, ["one", "abcd", "efg"]),
      ("one  two", 4, ["one ", "two"]), ("abc ", 3, ["abc", ""]),
      ("one\ntwo", 10, ["one", "two"]), ("one\n", 10, ["one", ""]), ("\n\n", 10, ["", "", ""]),
      ("a b c", 1, ["a", "b", "c"]),
    ])
  func words(_ text: String, _ columns: Int, _ expected: [String]) {
    #expect(rows(text, columns) == expected)
  }

  @Test(
    "counts wide characters as two columns, and marks as none",
    arguments: [
      ("漢字漢", 4, ["漢字", "漢"]), ("a漢字", 4, ["a漢", "字"]), ("漢字", 3, ["漢", "字"]),
      ("漢字", 1, ["漢", "字"]), ("abe\u{301}", 3, ["abe\u{301}"]),
      ("abc\u{301}\u{302}d", 3, ["abc\u{301}\u{302}", "d"]),
      // The wide character fits behind the word, but not the word behind the blank.
      (" abc漢", 4, ["", "abc", "漢"]), ("x abc漢", 4, ["x", "abc", "漢"]),
    ])
  func widths(_ text: String, _ columns: Int, _ expected: [String]) {
    #expect(rows(text, columns) == expected)
  }

  @Test("knows the row of each byte")
  func rowOfByte() {
    let bytes = Array("one two\nthree".utf8)
    let rows = TextRows(bytes.span, columns: 4)
    #expect(rows.ranges == [0..<3, 4..<7, 8..<12, 12..<13])
    #expect([0, 2, 4, 7, 8, 11, 12, 13].map(rows.row(of:)) == [0, 0, 1, 1, 2, 2, 3, 3])
  }

  @Test("agrees with a slow and simple way to do it, on random texts")
  func reference() {
    let seeded = Seeded()
    let letters = ["a", "b", " ", " ", "\n", "漢", "é", "e\u{301}", "\u{301}", "😀", "word"]
    for _ in 0..<3000 {
      let text = (0..<seeded.number(in: 0...40)).map { _ in
        letters[seeded.number(in: 0...letters.count - 1)]
      }.joined()
      let columns = seeded.number(in: 2...12)
      #expect(rows(text, columns) == SlowRows.cut(text, columns), "\(columns): \(text)")
      for row in rows(text, columns) { #expect(SlowRows.columns(row.unicodeScalars) <= columns) }
    }
  }
}

/// The same as `TextRows`, a line at a time: the longest beginning that fits, cut back to its last
/// blank if a word goes on after it.
private enum SlowRows {
  static func cut(_ text: String, _ columns: Int) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      var rest = Array(line)
      var rows: [String] = []
      while true {
        var count = rest.count
        while count > 1, self.columns(rest.prefix(count)) > columns { count -= 1 }
        if count == rest.count { return rows + [string(rest)] }
        let blank = rest[count] == " " ? count : rest.prefix(count).lastIndex(of: " ")
        rows.append(string(rest.prefix(blank ?? count)))
        rest.removeFirst(blank.map { $0 + 1 } ?? count)
      }
    }
  }

  static func columns(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { $0 + ColumnWidth.of($1.value) }
  }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
