import Pad
import System
import TestSupport
import Testing

@testable import vernam

/// The words of the revealed text, none of which may be left anywhere.
private let words = ["quagga", "zyzzyva", "xylem^[[31mred", "last\\u{202e}fjord"]
private let text = "quagga  zyzzyva\n\nxylem\u{1B}[31mred\t last\u{202E}fjord\n"

@Suite("A text revealed word by word")
struct RevealTests {
  /// What the terminal showed, and its state at the end.
  private struct Played {
    /// The screens along the way.
    let screens: [String]
    let status: String
    let mode: String
    /// Both screens and the scrollback at the end.
    let left: String
  }

  /// Has bob reveal alice's message, with earlier output in the scrollback.
  private func play(
    _ ends: TwoEnds, _ steps: [String], size: (Int, Int) = (80, 24), first: String = "",
    then: String = "echo ended $?"
  ) throws -> Played {
    let script = "\(Fixtures.root)/Tests/CommandTests/terminal.py"
    let message = "\(ends.directory)/message"
    let command = "\(first)seq 1 50; \(End.program.name) decrypt --reveal \(message); \(then)"
    let outcome = try Program("python3").run(
      ["-B", script, "\(size.0)", "\(size.1)", command] + steps,
      environment: ends.bob.environment.merging(["TERM": "xterm", "LC_ALL": "C.UTF-8"]) { $1 })
    try #require(outcome.status == 0, "\(outcome.errors)")
    var parts: [(String, String)] = []
    for line in outcome.text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("--- ") {
        parts.append((String(line.dropFirst(4)), ""))
      } else if !parts.isEmpty {
        parts[parts.count - 1].1 += line + "\n"
      }
    }
    return Played(
      screens: parts.filter { $0.0 == "screen" }.map(\.1),
      status: parts.first { $0.0.hasPrefix("status") }?.0 ?? "",
      mode: parts.first { $0.0.hasPrefix("mode") }?.0 ?? "",
      left: parts.filter { ["main", "other", "scrollback"].contains($0.0) }.map(\.1).joined())
  }

  private func withMessage(_ text: String = text, _ body: (TwoEnds, String) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = try ends.alice.write(text)
      try message.save(at: "\(directory)/message")
      try body(ends, message)
    }
  }

  private func expectClean(_ played: Played) {
    #expect(played.mode == "mode main, cursor, echo, lines")
    for word in words { #expect(!played.left.contains(word.prefix(5)), "\(word) is left") }
    // Earlier output is still there.
    #expect(played.left.contains("\n5\n6\n7\n") && played.left.contains("\n50\n"))
  }

  @Test(
    "One word is on the screen at a time, none afterwards, and the message is used up",
    arguments: [(80, 24), (40, 12)], [" ", "\\n", "q"])
  func whole(_ size: (Int, Int), _ lastKey: String) throws {
    try withMessage { ends, message in
      var steps = ["expect 4 words", "show"]
      for number in 1...4 {
        let bottom = number < 4 ? "word \(number) of 4" : "last word"
        steps += ["send \(number % 2 == 0 ? " " : "\\n")", "expect \(bottom)", "show"]
      }
      let played = try play(
        ends, steps + ["send \(lastKey)", "expect ended 0"], size: size)
      #expect(played.screens.count == 5)
      #expect(played.screens.allSatisfy { $0.contains("from alice") })
      #expect(played.screens[4].contains("space: end") && played.screens[3].contains("space: next"))
      #expect(!played.left.contains("from alice"))
      for (number, screen) in played.screens.enumerated() {
        #expect(words.filter { screen.contains($0) } == (number == 0 ? [] : [words[number - 1]]))
      }
      expectClean(played)
      let again = try ends.bob.run(["decrypt"], input: message)
      #expect(again.status == 65 && again.text == "")
    }
  }

  @Test(
    "If left early, the message stays readable, and nothing of it stays on the screen",
    arguments: [
      ("send q", 75), ("send \\x04", 75), ("send \\x03", 130), ("send \\x1c", 131),
      ("signal TERM", 143), ("signal HUP", 129), ("signal INT", 130), ("signal ABRT", 134),
      ("signal USR1", 138), ("signal USR2", 140), ("signal ALRM", 142), ("signal STKFLT", 144),
      ("signal XCPU", 152), ("signal VTALRM", 154), ("signal PROF", 155), ("signal IO", 157),
      ("signal PWR", 158), ("signal SYS", 159), ("signal RTMIN", 162),
    ])
  func early(_ leaving: String, _ status: Int) throws {
    try withMessage { ends, message in
      let steps = [
        "expect 4 words", "send  ", "expect word 1 of 4", "send  ", "expect word 2 of 4",
      ]
      let played = try play(ends, steps + [leaving, "expect ended \(status)"])
      expectClean(played)
      let left = played.left.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(left.contains("you can still read the message") == (status == 75))
      let again = "run \"vernam decrypt --reveal '\(ends.directory)/message'\" again"
      #expect(left.contains(again) == (status == 75), "\(left)")
      #expect(try ends.bob.read(message) == text)
    }
  }

  @Test("^C on the last word leaves the message readable: only a key shows that it was seen")
  func lastWord() throws {
    try withMessage("quagga") { ends, message in
      let steps = ["expect 1 word", "send  ", "expect last word", "send \\x03", "expect ended 130"]
      expectClean(try play(ends, steps))
      #expect(try ends.bob.read(message) == "quagga")
    }
  }

  @Test(
    "When stopped, it leaves the screen clean; when resumed, it goes on with the same word",
    arguments: [("send \\x1a", 148), ("signal TTIN", 149), ("signal TTOU", 150)])
  func stopped(_ stopping: String, _ status: Int) throws {
    try withMessage { ends, message in
      let steps = [
        "expect 4 words", "send  ", "expect word 1 of 4", "send  ", "expect word 2 of 4",
      ]
      let played = try play(
        ends,
        steps + [
          stopping, "expect stopped \(status)", "show", "send \\n", "expect at word 2 of 4", "show",
          "send  ",
          "expect \(words[1])", "show", "send q", "expect ended 75",
        ],
        size: (40, 12), first: "set -m; ", then: "echo stopped $?; read; fg; echo ended $?")
      #expect(
        played.screens.map { screen in words.filter { screen.contains($0) } } == [
          [], [], [words[1]],
        ])
      expectClean(played)
      #expect(try ends.bob.read(message) == text)
    }
  }

  @Test("A text of the message is blank is announced as such", arguments: ["", " \n\t "])
  func white(_ text: String) throws {
    let screen = ResizedScreen(events: [.next, .next], rows: [24])
    var revelation = Revelation(
      SecretBytes(copying: Array(text.utf8).span), from: "alice", on: screen,
      clock: ContinuousClock())
    #expect(try revelation.show() == .delivered)
    #expect(screen.written.contains("0 words") && screen.written.contains("the message is blank"))
  }

  @Test(
    "All rows that the screen has, or had when a word was drawn, are erased", arguments: [12, 30])
  func resized(_ rows: Int) throws {
    let screen = ResizedScreen(events: [.next, .leave], rows: [20, rows])
    var revelation = Revelation(
      SecretBytes(copying: Array(text.utf8).span), from: "alice", on: screen,
      clock: ContinuousClock())
    #expect(try revelation.show() == .left)
    let ending = try #require(screen.written.split(separator: "quagga").last)
    for row in 1...max(20, rows) { #expect(ending.contains("\u{1B}[\(row);1H\u{1B}[2K")) }
  }

  @Test("A word wider than the screen comes in pieces")
  func wide() throws {
    let long = String(repeating: "quagga", count: 12)
    try withMessage(long + " end") { ends, _ in
      let played = try play(
        ends,
        [
          "expect 2 words", "send  ", "expect word 1 of 2, continued", "show", "send  ",
          "expect  aggaq", "show", "send  ", "expect word 1 of 2   ", "show", "send  ",
          "expect last word", "send  ", "expect ended 0",
        ], size: (40, 12))
      let shown = played.screens.map { screen in
        screen.split(separator: "\n").first { $0.contains("qua") }?.filter { $0 != " " } ?? ""
      }
      #expect(shown.joined() == long && shown.allSatisfy { $0.count < 40 })
      expectClean(played)
    }
  }

  @Test("If it cannot be shown, the message stays")
  func refused() throws {
    try withMessage { ends, message in
      let before = try snapshot(ends.bob.vault)
      let script = ends.bob.environment.merging(["TERM": "xterm"]) { $1 }
      // Programs that tests start have no terminal.
      let none = try End.program.run(
        ["decrypt", "--reveal"], input: Array(message.utf8), environment: script)
      #expect(none.errors.hasPrefix("error: there is no terminal to show the message on\nhint: "))
      #expect(none.status == 69 && none.output == [])
      let dumb = try ends.bob.onScreen(
        "vernam decrypt --reveal \(ends.directory)/message", 80, 24, ["TERM": "dumb"])
      #expect(dumb.text.hasPrefix("error: this terminal cannot clear its screen\r\n"))
      #expect(dumb.status == 69)
      #expect(try snapshot(ends.bob.vault) == before)
      #expect(try ends.bob.read(message) == text)
    }
  }

  @Test("A text of more than 1 MiB is too long")
  func tooLong() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "4M")
      let long = String(repeating: "word ", count: 1 << 18)
      try ends.alice.write(long).save(at: "\(directory)/long")
      let refused = try ends.bob.onScreen(
        "vernam decrypt --reveal \(directory)/long", 80, 24, ["TERM": "xterm"])
      #expect(
        refused.text.contains("is 1.25 MiB long, too much to show word by word"), "\(refused.text)")
      #expect(refused.status == 65)
    }
  }

  @Test("Neither a file nor several messages are revealed")
  func notRevealed() throws {
    try withMessage { ends, message in
      let photo = "\(ends.directory)/photo"
      try writeFile(photo, [0xFF, 0xD8])
      let file = try ends.alice.succeed(["encrypt", "bob", photo])
      try file.save(at: "\(ends.directory)/file")
      let here = ends.directory
      let refused = try ends.bob.onScreen(
        "vernam decrypt --reveal \(here)/file", 80, 24, ["TERM": "xterm"])
      #expect(refused.text.contains(" the message from alice is a file, which cannot be"))
      #expect(refused.status == 65)
      let several = try ends.bob.onScreen(
        "vernam decrypt --reveal \(here)/file \(here)/message", 80, 24, ["TERM": "xterm"])
      #expect(several.status == 64)
      #expect(try ends.bob.read(message) == text)
      try ends.bob.succeed(["decrypt", "-o", "\(here)/got"], input: file)
    }
  }
}
