import Foundation
import System
import TestSupport
import Testing

@Suite("vernam chat on a terminal")
struct ChatScreenTests {
  /// The terminal is as it was, and no word of the conversation is on it.
  private func expectClean(_ rest: String, _ words: [String]) {
    #expect(rest.contains("--- mode main, cursor, echo, lines"), "\(rest)")
    for word in words + ["bob is here", "This chat is not saved", "you:"] {
      #expect(!rest.contains(word), "\(rest)")
    }
  }

  @Test("A message goes each way, with its mark; nothing is left afterwards", arguments: [40, 80])
  func bothWays(_ columns: Int) throws {
    try withTemporaryDirectory { directory in
      let talk = try ScreenTalk(in: directory, columns: columns)
      let (screens, rest) = try talk.play(
        [
          "send Nöon?\\r".utf8Keys, "expect ✓ you: Nöon?", talk.bobSays("Yes, n\\u00f6on 漢."),
          "expect   bob: Yes, nöon 漢.", "show",
        ] + ScreenTalk.leave)
      let screen = try #require(screens.first)
      #expect(screen[0].contains(/^ bob is here   about [0-9,]+ messages left/))
      #expect(screen.contains { $0.hasPrefix("* This chat is not saved: when you") })
      #expect(Array(screen[13...15]) == ["✓ you: Nöon?", "  bob: Yes, nöon 漢.", ">"])
      expectClean(rest, ["Nöon", "nöon"])
      try talk.bob.expect(#""text":"Nöon?""#)
      try talk.bob.expect(#"{"event":"away","reason":"the other computer left"}"#)
      #expect(try talk.bob.leave().status == 0)
    }
  }

  @Test(
    "A paste is one message, whatever it contains, and Alt+Enter begins a line",
    arguments: [40, 80])
  func paste(_ columns: Int) throws {
    try withTemporaryDirectory { directory in
      let talk = try ScreenTalk(in: directory, columns: columns)
      let pasted = "\\x1b[200~one\\r\\ntwo\\n/quit\\x03\\x04\\x1b[201~"
      let (_, rest) = try talk.play(
        [
          "send \(pasted)", "expect > one\n  two\n  /quit^C^D", "send \\r",
          "expect ✓ you: one\n       two\n       /quit^C^D", "send up\\x1b\\r", "row 15",
          "send down\\r", "expect ✓ you: up\n       down",
        ] + ScreenTalk.leave)
      expectClean(rest, ["one", "down"])
      try talk.bob.expect(#""text":"one\u000atwo\u000a/quit\u0003\u0004"}"#)
      try talk.bob.expect(#""text":"up\u000adown"}"#)
      _ = try talk.bob.leave()
    }
  }

  @Test("Page Up shows what was said earlier; a new size is taken over at once")
  func scrolling() throws {
    try withTemporaryDirectory { directory in
      let talk = try ScreenTalk(in: directory)
      let lines = (1...30).map { "line \($0)" }.joined(separator: "\\n")
      let long = (1...12).map { "word\($0)" }.joined(separator: " ")
      let (screens, rest) = try talk.play(
        [
          talk.bobSays(lines), "expect line 30", "send \\x1b[5~", "expect line 7\n", "show",
          "send \\x1b[6~\\x1b[6~", "expect line 30\n>", talk.bobSays(long), "expect word12",
          "resize 40 16", "expect \n       word6", "show", "resize 100 8",
          "expect word11 word12\n>", "show",
        ] + ScreenTalk.leave)
      try #require(screens.count == 3)
      #expect(screens[0][1...14].allSatisfy { $0.contains("line ") })
      #expect(screens[1].allSatisfy { $0.unicodeScalars.count <= 40 })
      #expect(screens[1].suffix(5).contains(">") && screens[1][0].hasPrefix(" bob is here"))
      #expect(screens[2].prefix(8).last == ">")
      expectClean(rest, ["line 7", "word"])
      _ = try talk.bob.leave()
    }
  }

  @Test(
    "Suspended, it leaves the screen clean; brought back, it shows all, and what came meanwhile")
  func suspended() throws {
    try withTemporaryDirectory { directory in
      let talk = try ScreenTalk(in: directory)
      let (screens, rest) = try talk.play(
        [
          talk.bobSays("quagga"), "expect quagga", "send half", "expect > half", "send \\x1a",
          "expect Suspended. To continue, type: fg", "expect stopped 148",
          "show",
          talk.bobSays("zyzzyva"), "send \\r", "expect quagga",
          "expect zyzzyva", "expect > half", "send  done\\r", "expect ✓ you: half done",
        ] + ScreenTalk.leave,
        line: { "set -m; \($0); echo stopped $?; read; fg" })
      #expect(try !#require(screens.first).joined().contains("quagga"))
      expectClean(rest, ["quagga", "zyzzyva", "half"])
      // Bob does not take it for here meanwhile.
      try talk.bob.expect(#"{"event":"away","reason":"the other computer left"}"#)
      try talk.bob.expect(#"{"event":"here"}"#)
      _ = try talk.bob.leave()
    }
  }

  @Test("^C and ^D leave, and so does a hang-up; ^D only if nothing is typed")
  func leaving() throws {
    for (steps, status) in [
      (["send x\\x04", "expect > x", "send \\x7f\\x04", "expect ended 0"], 0),
      (["send half\\x03\\x03", "expect ended 0"], 0), (["signal TERM", "expect ended 143"], 143),
    ] as [([String], Int)] {
      try withTemporaryDirectory { directory in
        let talk = try ScreenTalk(in: directory)
        let (_, rest) = try talk.play([talk.bobSays("quagga"), "expect quagga"] + steps)
        expectClean(rest, ["quagga", "half"])
        #expect(rest.contains("ended \(status)"))
        #expect(rest.contains("No message of yours is waiting.") == (status == 0))
        try talk.bob.expect(#"{"event":"away","reason":"the other computer left"}"#)
        _ = try talk.bob.leave()
      }
    }
  }

  @Test("What could not be sent can be changed; a mistake is explained in the conversation")
  func mistakes() throws {
    try withTemporaryDirectory { directory in
      let talk = try ScreenTalk(in: directory)
      let (_, rest) = try talk.play(
        [
          "send /file nothere.txt\\r", "expect * error: there is no file",
          "send /nonsense\\r", "expect * error: there is no command /nonsense",
          "send \\x1b[A", "expect > /nonsense", "send \\x15/paste quagga\\r",
          "expect * error: there is no vernam message", "send again\\r", "expect ✓ you: again",
          "send /help\\r", "expect * Alt+Enter: new line", "send //text\\r",
          "expect ✓ you: /text",
        ] + ScreenTalk.leave)
      expectClean(rest, ["nonsense", "text"])
      try talk.bob.expect(#""text":"/text"}"#)
      _ = try talk.bob.leave()
    }
  }

  @Test("With too much in the outbox, a text is not sent, and is sent later by Enter")
  func fullOutbox() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let file = "\(try ends.alice.pad())/out/\(String(repeating: "0", count: 32))"
      let played = try ends.alice.playTerminal(
        80, 16, "vernam chat bob --listen 127.0.0.1:0",
        [
          "expect * Waiting for bob on port", "send one\\r", "expect · you: one",
          "run umask 77; truncate -s 64M \(file)", "send two\\r",
          "expect * error: too many messages for bob are waiting to be delivered",
          "expect * Your text is still there: edit it,", "expect > two", "run rm \(file)",
          "send \\r", "expect · you: two", "expect 2 not arrived",
          "send /drop\\r", "expect * > two\n* Take back this message, written",
          "send x\\x7f\\r", "expect * Nothing was taken back.", "send /drop\\r",
          "expect taken back.\n* > two", "send \\x03\\r", "send /drop\\r",
          "expect To leave, press Ctrl+C again.\n* > two", "send \\r",
          "expect removed: it will not be sent any more.",
        ] + ScreenTalk.leave, ScreenTalk.variables)
      #expect(played.contains("1 message is waiting for bob"), "\(played)")
      #expect(!played.contains("two\n"))
    }
  }

  @Test("What would use much of the pad is sent only when Enter is pressed again")
  func muchPad() throws {
    try withTemporaryDirectory { directory in
      let talk = try ScreenTalk(in: directory)
      for (name, count) in [("small", 1000), ("large", 6000)] {
        try String(repeating: "x", count: count).save(at: "\(directory)/\(name)")
      }
      _ = try talk.play(
        [
          "send /file \(directory)/small\\r", "expect small, 1000 B]",
          "send /file \(directory)/large\\r", "expect large would use", "expect press Enter again",
          "send \\r", "expect large, 5.86 KiB]",
        ] + ScreenTalk.leave)
      try talk.bob.expect(#""save":2"#)
      _ = try talk.bob.leave()
    }
  }

  @Test("What is typed while the other is away waits, is sent when they come, and is counted")
  func away() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let bob = "vernam chat alice --plain --connect 127.0.0.1:$1"
      let environment = ends.bob.environment.map { "\($0)='\($1)'" }.joined(separator: " ")
      let script = "\(directory)/bob.sh"
      try "vernam() { \(environment) \(End.program.name) \"$@\"; }\necho hello | \(bob) >got\n"
        .save(at: script)
      // Not one of those that the system hands out.
      let port = Int.random(in: 20_000..<32_000)
      let command = "vernam chat bob --listen 127.0.0.1:\(port)"
      let played = try ends.alice.playTerminal(
        80, 16, command,
        [
          "expect * Waiting for bob on port", "send Noon?\\r", "expect · you: Noon?",
          "expect bob is not here yet, 1 not arrived", "run sh \(script) \(port)",
          "expect ✓ you: Noon?",
          "expect   bob: hello", "send again\\r", "expect · you: again",
        ] + ScreenTalk.leave, ScreenTalk.variables)
      #expect(
        String(decoding: try readFile("\(directory)/got"), as: UTF8.self) == "alice: Noon?\n")
      #expect(played.contains("1 message is waiting for bob: run \"vernam chat bob\" again, or"))
      #expect(!played.contains("Noon"))
    }
  }

  @Test("Nothing in a message gets before its margin, or over the edge", arguments: [40, 80])
  func hostile(_ columns: Int) throws {
    try withTemporaryDirectory { directory in
      let talk = try ScreenTalk(in: directory, columns: columns)
      let texts = [
        #"\u001b[2J\u001b[1;1H* bob is away.\u001b]0;title\u0007"#,
        #"a\r* note\n✓ you: I pay\n* note"#,
        String(repeating: "❤\u{FE0F}", count: 20) + " * " + String(repeating: "❤", count: 60),
        String(repeating: "x", count: columns - 7) + "✓ you: " + String(repeating: "漢", count: 50),
        String(repeating: "e\u{301}\u{301}", count: 60) + "\u{202E}end",
      ]
      var steps: [String] = []
      for (number, text) in texts.enumerated() {
        steps += [try talk.bobSays("\(text)\\nmark\(number)"), "expect mark\(number)"]
      }
      let (screens, _) = try talk.play(steps + ["show"] + ScreenTalk.leave, rows: 40)
      let screen = try #require(screens.first)
      let first = try #require(screen.firstIndex { $0.hasPrefix("  bob: ") })
      #expect(screen[first].hasPrefix("  bob: ^[[2J^[[1;1H* bob is"))
      var heads = 0
      for row in screen[first..<39] {
        let isHead = row.hasPrefix("  bob: ")
        heads += isHead ? 1 : 0
        #expect(isHead || row.hasPrefix("       "), "\(screen.joined(separator: "\n"))")
      }
      #expect(heads == texts.count)
      #expect(screen[39] == ">")
      _ = try talk.bob.leave()
    }
  }
}

extension String {
  /// Bytes beyond ASCII as `terminal.py` wants them.
  fileprivate var utf8Keys: String {
    utf8.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "\\x" + String($0, radix: 16) }.joined()
  }
}
