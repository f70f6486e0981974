import TestSupport
import Testing

@Suite("The table of manglings in vernam-message(5)")
struct ManglingTableTests {
  /// The rows of the page, each with its text on one line.
  private func page() throws -> [(name: String, text: String)] {
    let page = try readFile("\(Fixtures.root)/man/vernam-message.5")
    let lines = String(decoding: page, as: UTF8.self).split(separator: "\n")
    let table = lines.drop { $0 != ".Ss What the program does with changed text" }
      .dropFirst().prefix { !$0.hasPrefix(".S") }
    var rows: [(name: String, text: String)] = []
    for line in table.drop(while: { !$0.hasPrefix(".It ") }) where line != ".El" {
      if line.hasPrefix(".It ") {
        rows.append((String(line.dropFirst(4)), ""))
      } else {
        rows[rows.count - 1].text += (rows[rows.count - 1].text.isEmpty ? "" : " ") + line
      }
    }
    return rows
  }

  @Test("has the rows that the tests use, in the same words and order")
  func rows() throws {
    let page = try page()
    #expect(page.map(\.name) == ManglingRow.all.map(\.name))
    for (written, row) in zip(page, ManglingRow.all) { #expect(written.text == row.text) }
  }

  @Test("says what the program does", arguments: ManglingRow.all)
  func row(_ row: ManglingRow) throws { try #expect(row.holds(), "\(row.text)") }

  @Test("has every tested mangling exactly once")
  func complete() {
    let names = ManglingRow.all.flatMap(\.manglings).map(\.testDescription).sorted()
    #expect(names == Mangling.all.map(\.testDescription).sorted())
    #expect(Set(names).count == names.count)
  }
}
