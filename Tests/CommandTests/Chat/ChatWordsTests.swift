import System
import TestSupport
import Testing

@testable import vernam

@Suite("Words of a chat")
struct ChatWordsTests {
  @Test(
    "A command for --through has words as a shell has them, and nothing else of a shell",
    arguments: [
      ("ssh host nc", ["ssh", "host", "nc"]), ("  ssh \t host\n", ["ssh", "host"]),
      (#"a "b c" 'd e'"#, ["a", "b c", "d e"]), (#"a"b"'c'd"#, ["abcd"]),
      (#"a '' "" b"#, ["a", "", "", "b"]),
      (#"a\ b \"c\" \\"#, ["a b", "\"c\"", "\\"]), (#"'a\b' "c\"d""#, ["a\\b", "c\"d"]),
      (#"'"' "'""#, ["\"", "'"]),
      ("$HOME *; x | y > z `w` $(v)", ["$HOME", "*;", "x", "|", "y", ">", "z", "`w`", "$(v)"]),
      ("ä 漢", ["ä", "漢"]),
    ])
  func words(_ text: String, _ words: [String]) { #expect(ProgramWords(text)?.words == words) }

  @Test(
    "A command without a word, or with half a quote, is none",
    arguments: ["", "  ", "'", "\"a", "a 'b", "a\\", "'' a", "\"\"", #"a "b\""#])
  func noWords(_ text: String) { #expect(ProgramWords(text) == nil) }

  /// A line in a few letters.
  private func kind(_ line: String) -> String {
    switch ChatLine(Array(line.utf8).span) {
    case .text: "text"
    case .file(let path): "file \(path)"
    case .save(let number, let path): "save \(number.map(String.init) ?? "-") \(path ?? "-")"
    case .copy: "copy"
    case .drop: "drop"
    case .paste(let text): "paste \(text ?? "-")"
    case .quit: "quit"
    case .help: "help"
    case .mistake(let what, _): what
    }
  }

  @Test(
    "A line is text unless it begins with one slash",
    arguments: [
      ("", "text"), ("noon", "text"), (" /quit", "text"), ("//quit", "text"), ("//", "text"),
      ("a/b", "text"), ("/quit", "quit"), ("/q", "quit"), ("/exit", "quit"), ("/help", "help"),
      ("/?", "help"), ("/copy", "copy"), ("/drop", "drop"), ("/paste", "paste -"),
      ("/paste  ", "paste -"),
      ("/paste This is\na message ", "paste This is\na message"),
      ("/paste\nThis is", "paste This is"),
      ("/", "help"), ("/file a b.txt ", "file a b.txt"), ("/file   /tmp/x", "file /tmp/x"),
      ("/file '/tmp/a b.txt'", "file /tmp/a b.txt"), (#"/file "a b""#, "file a b"),
      ("/file 'a", "file 'a"), ("/file ~user", "file ~user"),
      ("/file ~/a b", "file \(Machine.environment("HOME") ?? "~")/a b"),
      ("/save 3", "save 3 -"), ("/save 3 my file", "save 3 my file"),
      ("/save  12  x ", "save 12 x"),
      ("/file", "/file needs the name of a file"),
      ("/file  ", "/file needs the name of a file"),
      ("/save", "save - -"), ("/save  ", "save - -"),
      ("/save x", "/save needs the number of a message"),
      ("/usr/bin", "there is no command /usr/bin"),
      ("/QUIT", "there is no command /QUIT"),
      ("/ and a word", "/ is a command, and takes nothing after it"),
    ])
  func lines(_ line: String, _ expected: String) { #expect(kind(line) == expected) }

  @Test(
    "One of two slashes is not sent", arguments: [("//quit", 1), ("//", 1), ("noon", 0), ("", 0)])
  func slashes(_ line: String, _ skipped: Int) {
    #expect(ChatLine.skipped(Array(line.utf8).span) == skipped)
  }

  @Test("/help is shown from its first line, however small the screen is")
  func help() throws {
    try withTemporaryDirectory { directory in
      let talk = try ScreenTalk(in: directory, columns: 40)
      let (screens, _) = try talk.play(
        ["send /help\r", "expect bob is here, more below", "expect * /file PATH", "show"]
          + ScreenTalk.leave)
      #expect(try #require(screens.first)[1].hasPrefix("* /file PATH"))
      _ = try talk.bob.leave()
    }
  }
}
