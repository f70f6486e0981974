import QR
import System
import TestSupport
import Testing

@testable import vernam

@Suite("A QR code")
struct QRCodeTests {
  @Test("with as many characters as a version holds has that version", arguments: 1...13)
  func capacity(_ version: Int) throws {
    let most = QRCode.capacities[version - 1]
    let text = [UInt8](repeating: UInt8(ascii: "K"), count: most)
    try #expect(QREncoder().code(text).width == QRCode.width(version: version))
    if version < QRCode.capacities.count {
      try #expect(
        QREncoder().code(text + text.prefix(1)).width == QRCode.width(version: version + 1))
    }
  }

  @Test("has the patterns by which it is found, and light modules around it")
  func patterns() throws {
    let code = try QREncoder().code(Array("VERNAM".utf8))
    #expect(code.width == 21)
    let finder = [0x7F, 0x41, 0x5D, 0x5D, 0x5D, 0x41, 0x7F, 0]
    for (row, bits) in finder.enumerated() {
      for column in 0..<8 {
        let isDark = column < 7 && bits >> (6 - column) & 1 == 1
        #expect(code.isDark(row, column) == isDark)
        #expect(code.isDark(row, 20 - column) == isDark)
        #expect(code.isDark(20 - row, column) == isDark)
      }
    }
    for place in 8..<13 {
      #expect(code.isDark(6, place) == (place % 2 == 0))
      #expect(code.isDark(place, 6) == (place % 2 == 0))
    }
    for place in -4..<25 {
      for other in [-1, -4, 21, 24] {
        #expect(!code.isDark(place, other) && !code.isDark(other, place))
      }
    }
  }

  @Test("is drawn module by module", arguments: [true, false], [true, false])
  func drawing(isASCII: Bool, isColoured: Bool) throws {
    let code = try QREncoder().code(Array("VERNAM MESSAGE".utf8))
    let drawing = QRDrawing(isASCII: isASCII, isColoured: isColoured)
    let lines = drawing.draw(code).split(separator: "\n").map(modules)
    #expect(lines.count == drawing.rows(code.width))
    #expect(lines.allSatisfy { $0.upper.count == drawing.columns(code.width) })
    for (row, line) in lines.enumerated() {
      for column in 0..<drawing.columns(code.width) {
        let (x, y) = isASCII ? (column / 2 - 4, row - 4) : (column - 4, 2 * row - 4)
        #expect(line.upper[column] == code.isDark(y, x))
        if !isASCII { #expect(line.lower[column] == code.isDark(y + 1, x)) }
      }
    }
  }

  /// Which halves of each character are dark; in colour, blanks are black or white.
  private func modules(_ line: Substring) -> (upper: [Bool], lower: [Bool]) {
    var (upper, lower): ([Bool], [Bool]) = ([], [])
    var isBlack = false
    var rest = line
    while let next = rest.popFirst() {
      if next == "\u{1B}" {
        let escape = rest.prefix { $0 != "m" }
        isBlack = escape.hasSuffix("48;5;16")
        rest = rest.dropFirst(escape.count + 1)
      } else {
        upper.append(isBlack || "█▀#".contains(next))
        lower.append(isBlack || "█▄#".contains(next))
      }
    }
    return (upper, lower)
  }
}

@Suite("A scanner reads the drawn message", .enabled(if: zbarIsHere, "no zbarimg"))
struct ScannedCodeTests {
  private static let script = "\(Fixtures.root)/Tests/CommandTests/qr_codes.py"

  /// What zbarimg reads, one line per code.
  private func scan(_ drawing: [UInt8], _ directory: String) throws -> [String] {
    let images = "\(directory)/images"
    try? Disk().createDirectory(images)
    let outcome = try Program("python3").run(["-B", Self.script, images], input: drawing)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.text.split(separator: "\n").map(String.init)
  }

  @Test("in one code or in several, in any order", arguments: [(1, 1), (200, 1), (700, 3)])
  func drawn(_ length: Int, _ codes: Int) throws {
    let seeded = Seeded()
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let text = String(repeating: "x", count: length)
      for locale in ["C", "C.UTF-8"] {
        let drawing = try ends.alice.run(
          ["encrypt", "bob", "--qr"], input: text, setting: ["LC_ALL": locale])
        #expect(drawing.status == 0)
        #expect((locale == "C") == drawing.output.allSatisfy { $0 < 0x80 })
        var generator = seeded
        let scanned = try scan(drawing.output, directory).shuffled(using: &generator)
        #expect(scanned.count == codes)
        if codes > 1 { #expect(drawing.text.contains("part 2 of \(codes)\n")) }
        #expect(try ends.bob.read(scanned.joined(separator: "\n")) == text)
      }
    }
  }

  @Test(
    "in codes that fit the terminal, black on white whatever its colours",
    arguments: [(80, 24, "C.UTF-8"), (41, 23, "C.UTF-8"), (80, 35, "C.UTF-8"), (82, 43, "C")])
  func onScreen(_ columns: Int, _ rows: Int, _ locale: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      // Without a controlling terminal there is nobody to wait for.
      let shown = try ends.alice.onScreen(
        "echo Noon | setsid --wait \(End.program.name) encrypt bob --qr", columns, rows,
        ["LC_ALL": locale, "NO_COLOR": ""])
      try #require(shown.status == 0, "\(shown.text)")
      let blocks = shown.text.split(separator: "\r\n", omittingEmptySubsequences: false)
        .split { $0.isEmpty || $0.hasPrefix("Code ") }
      let black = locale == "C" ? "[48;5;16m" : "[38;5;16;48;5;231m"
      for block in blocks {
        // One row for the number below, one for the cursor.
        #expect(block.count + 2 <= rows)
        #expect(block.allSatisfy { $0.filter(" █▀▄".contains).count <= columns })
        #expect(block.contains { $0.contains(black) } && block.allSatisfy { $0.hasSuffix("[0m") })
      }
      #expect(blocks.count == (rows == 35 ? 1 : 6))
      let scanned = try scan(shown.output, directory)
      #expect(try ends.bob.read(scanned.joined(separator: "\n")) == "Noon\n")
    }
  }

  @Test("one after the other, when the person asks for the next")
  func oneByOne() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let next = (1...5).flatMap {
        ["expect Code \($0) of 6. Press Enter for the next.", "show", "send \\n"]
      }
      let outcome = try ends.alice.playTerminal(
        80, 24, "echo Noon | vernam encrypt bob --qr",
        next + ["expect Code 6 of 6.", "show", "expect ended 0"],
        ["LC_ALL": "C.UTF-8", "NO_COLOR": "1"])
      let screens = outcome.split(separator: "--- screen\n")
      #expect(screens.count == 6)
      for screen in screens {
        // The line below the code before may still be at the top.
        let drawn = (screen.split(separator: "Code ").dropLast().last ?? "").split(separator: "\n")
          .filter { $0.contains { "█▀▄".contains($0) } }
        // 33 modules, two to a row.
        #expect(drawn.count == 17, "\(screen)")
      }
    }
  }

  @Test("A window that is too small is reported before the message is asked for")
  func tooSmallToAsk() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let screen = try ends.alice.playTerminal(
        80, 22, "vernam encrypt bob --qr", ["expect ended 69"], ["LC_ALL": "C.UTF-8"])
      #expect(screen.contains("hint: make it 41 columns and 23 rows or more"))
      #expect(!screen.contains("Type your message"))
    }
  }

  @Test("With NO_COLOR there are no colours, even on a terminal")
  func noColours() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let shown = try ends.alice.onScreen(
        "echo Noon | vernam encrypt bob --qr", 80, 40, ["LC_ALL": "C.UTF-8", "NO_COLOR": "1"])
      #expect(shown.status == 0 && !shown.output.contains(0x1B))
      #expect(try ends.bob.read(scan(shown.output, directory)[0]) == "Noon\n")
    }
  }

  @Test("A terminal that is too small is reported before any pad is spent")
  func tooSmall() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let before = try snapshot(ends.alice.vault)
      for (columns, rows) in [(40, 24), (80, 22)] {
        let shown = try ends.alice.onScreen(
          "echo Noon | vernam encrypt bob --qr --quiet", columns, rows,
          ["LC_ALL": "C.UTF-8", "TERM": "dumb"])
        let text = shown.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
          text == "error: a terminal of \(columns) columns and \(rows) rows is too small for a QR "
            + "code hint: make it 41 columns and 23 rows or more, perhaps with a smaller font")
        #expect(shown.status == 69)
      }
      #expect(try snapshot(ends.alice.vault) == before)
    }
  }

  @Test(
    "Options that clash with --qr are refused", arguments: [["--binary"], ["--max-chars", "9"]])
  func refused(_ other: [String]) throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      let outcome = try end.run(["encrypt", "bob", "--qr"] + other, input: "text\n")
      #expect(outcome.status == 64 && outcome.text == "")
    }
  }

  @Test("A message that needs more than 255 codes is refused before any pad is spent")
  func tooLong() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "1M")
      let before = try snapshot(ends.alice.vault)
      let text = String(repeating: "x", count: 100_000)
      let outcome = try ends.alice.run(["encrypt", "bob", "--qr"], input: text)
      #expect(outcome.errors.hasPrefix("error: the message needs more than 255 QR codes\nhint: "))
      #expect(outcome.status == 64 && outcome.text == "")
      #expect(try snapshot(ends.alice.vault) == before)
    }
  }
}

private let zbarIsHere = (try? Program("zbarimg").run(["--version"]))?.status == 0
