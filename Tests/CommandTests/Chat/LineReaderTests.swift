import Pad
import System
import TestSupport
import Testing

@testable import vernam

@Suite("Lines that are read while other things happen")
struct LineReaderTests {
  private static let limit = 100_000

  /// The lines of a file; nil for one that was too long.
  private func lines(_ bytes: [UInt8], limit: Int = limit) throws -> [[UInt8]?] {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/input"
      try writeFile(path, bytes)
      let file = try InputFile(path)
      var reader = LineReader(file.stream, limit: limit)
      var lines: [[UInt8]?] = []
      while true {
        switch try reader.next(milliseconds: 0) {
        case .line(let line): lines.append(line.withBytes { $0.publicCopy })
        case .tooLong: lines.append(nil)
        case .nothing: Issue.record("a file is always readable")
        case .end: return lines
        }
      }
    }
  }

  private func texts(_ text: String) throws -> [String?] {
    try lines(Array(text.utf8)).map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test(
    "have no line end, and the last one needs none",
    arguments: [
      ("", []), ("one\n", ["one"]), ("one", ["one"]), ("one\r\ntwo\n", ["one", "two"]),
      ("\n\nx", ["", "", "x"]), ("a\rb\r\r\n", ["a\rb\r"]), ("\r", [""]), ("\u{0}\n", ["\u{0}"]),
    ] as [(String, [String])])
  func ends(_ text: String, _ expected: [String]) throws { #expect(try texts(text) == expected) }

  @Test("come out as they went in, whatever their lengths, across the pieces that are read")
  func lengths() throws {
    let seeded = Seeded()
    var bytes: [UInt8] = []
    var expected: [[UInt8]] = []
    for length in [0, 1, 65_535, 65_536, 65_537, 99_999, 100_000, 3, 0] {
      let line = (0..<length).map { _ in UInt8(seeded.number(in: 0x20...0xFF)) }
      expected.append(line)
      bytes += line + [0x0A]
    }
    #expect(try lines(bytes) == expected)
  }

  @Test(
    "that are too long are dropped, and only they, each once",
    arguments: [100_001, 131_072, 131_073, 1_000_000])
  func tooLong(_ length: Int) throws {
    let long = [UInt8](repeating: 0x61, count: length)
    let short = Array("short".utf8)
    #expect(try lines(short + [0x0A] + long + [0x0A] + short + [0x0A]) == [short, nil, short])
    #expect(try lines(long + [0x0A] + long) == [nil, nil])
    #expect(try lines(long) == [nil])
  }

  private func next(_ reader: inout LineReader) throws -> String {
    switch try reader.next(milliseconds: 0) {
    case .line(let line): line.withBytes { String(decoding: $0.publicCopy, as: UTF8.self) }
    case .nothing: "nothing"
    case .end: "end"
    case .tooLong: "too long"
    }
  }

  @Test("Half a line waits for the rest")
  func half() throws {
    try withTemporaryDirectory { directory in
      let keyboard = try Keyboard(at: "\(directory)/0")
      let file = try InputFile("\(directory)/0")
      var reader = LineReader(file.stream, limit: 100)
      var said = try next(&reader)
      #expect(said == "nothing")
      try keyboard.send("no")
      said = try next(&reader)
      #expect(said == "nothing")
      try keyboard.send("on\nla")
      said = try next(&reader)
      #expect(said == "noon")
      said = try next(&reader)
      #expect(said == "nothing")
      try keyboard.send("ter\n")
      said = try next(&reader)
      #expect(said == "later")
    }
  }
}
