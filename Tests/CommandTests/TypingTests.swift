import System
import TestSupport
import Testing

@Suite("Typing and pasting at a terminal")
struct TypingTests {
  private static let question = "expect Paste the message"

  private func play(
    _ end: End, _ command: String, _ steps: [String], kind: String = "xterm"
  ) throws -> String {
    let shown = try end.playTerminal(80, 48, command, steps, ["TERM": kind])
    #expect(shown.contains("--- mode main, cursor, echo, lines"))
    return shown
  }

  /// A message as keys: line ends are the Enter key.
  private func keys(_ message: String) -> String { message.replacing("\n", with: "\\r") }

  @Test(
    "decrypt stops reading at the end of a message, and what else was pasted reaches no shell",
    arguments: ["", "\\n", "\\ntouch reached\\n"], ["xterm", "dumb"])
  func whole(_ after: String, _ kind: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = keys(try ends.alice.write("Noon\n")).dropLast(2)
      let (begin, end) = kind == "dumb" ? ("", "") : ("\\x1b[200~", "\\x1b[201~")
      let screen = try play(
        ends.bob, "vernam decrypt; read -t 0 && echo something is left",
        [TypingTests.question, "send \(begin)\(message)\(after)\(end)", "expect ended 1"],
        kind: kind)
      #expect(screen.contains("Noon\nended 1\n"), "\(screen)")
    }
  }

  @Test("decrypt waits for the parts that are missing, and for the end of one that is not whole")
  func parts() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let all = try ends.alice.succeed(["encrypt", "bob", "--max-chars", "200"], input: "Noon\n")
      let parts = all.split(separator: "\n\n").map { keys(String($0)) }
      try #require(parts.count == 3)
      #expect(try ends.bob.run(["decrypt"], input: all.part(0)).status == 75)
      let screen = try play(
        ends.bob, "vernam decrypt",
        [
          TypingTests.question, "send \(parts[2])",
          "expect part 2 of 3 is missing: paste it too, or",
          "send \\r\(parts[1])", "expect ended 0",
        ])
      #expect(screen.contains("\nNoon\nended 0\n"))
      let other = try ends.alice.write("Later\n")
      let (first, rest) = (other.prefix(100), other.dropFirst(100))
      let cut = try play(
        ends.bob, "vernam decrypt",
        [
          TypingTests.question, "send Hello\\r", "expect this holds no message yet: paste more",
          "send \(keys(String(first)))", "expect the end of the message is missing: paste more",
          "send \\x04", "expect ended 65",
        ])
      #expect(cut.contains("error: the end of the message is missing"))
      #expect(try ends.bob.read(String(first + rest)) == "Later\n")
    }
  }

  @Test("A line of any length is taken whole", arguments: ["encrypt", "decrypt"])
  func longLine(_ command: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "256K")
      let text = String(repeating: "word ", count: 2000)
      if command == "encrypt" {
        _ = try play(
          ends.alice, "vernam encrypt bob -o sent",
          ["expect Type your message", "send \(text)\\n\\x04", "expect ended 0"])
        #expect(try ends.bob.succeed(["decrypt", "\(directory)/sent"]) == text + "\n")
      } else {
        let message = try ends.alice.write(text).replacing("\n", with: " ")
        #expect(message.utf8.count > 8192)
        _ = try play(
          ends.bob, "vernam decrypt >text",
          [TypingTests.question, "send \(message)", "expect ended 0"])
        #expect(try readFile("\(directory)/text") == Array(text.utf8))
      }
    }
  }

  @Test("Keys edit what is typed, and are shown as the terminal would show them")
  func editing() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let screen = try play(
        ends.alice, "vernam encrypt bob -o sent",
        [
          "expect Type your message", "send Noom\\x7fn at the old\\x17lock\\x01\\n",
          "expect lock^A",
          "send \\x04", "expect ended 0",
        ])
      #expect(
        screen.contains("\nNoon at the lock^A\nMessage 1 to bob is in sent.\nended 0\n"),
        "\(screen)")
      #expect(
        try ends.bob.succeed(["decrypt", "\(directory)/sent"]) == "Noon at the lock\u{1}\n")
    }
  }

  @Test("Text typed before the question is taken, ^D included")
  func early() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let typed = "echo ready; until read -t 0; do sleep 0.05; done; "
      _ = try play(
        ends.alice, typed + "vernam encrypt bob -o sent",
        ["expect ready", "send Noon\\n\\x04", "expect ended 0"])
      #expect(try ends.bob.succeed(["decrypt", "\(directory)/sent"]) == "Noon\n")
    }
  }

  @Test("A line that was typed before the question, and cut by the terminal, is not sent")
  func cut() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let before = try ends.alice.status().all
      let line = String(repeating: "x", count: 5000)
      let typed = "echo ready; until [ -e go ]; do sleep 0.05; done; "
      let steps = [
        "expect ready", "send \(line)\\n", "expect xxxx", "run touch go", "expect ended",
      ]
      let screen = try play(ends.alice, typed + "vernam encrypt bob", steps)
      #expect(screen.contains("error: a line is too long: the terminal cut it after 4095 bytes"))
      #expect(screen.contains("ended 65"))
      #expect(try ends.alice.status().all == before)
    }
  }

  @Test("A typed message of white space only is refused like an empty one, and costs no pad")
  func blank() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let before = try ends.alice.status().all
      for keys in ["", " \\t\\n\\n"] {
        let screen = try play(
          ends.alice, "vernam encrypt bob",
          ["expect Type your message", "send \(keys)\\x04", "expect ended 65"])
        #expect(screen.contains("error: the message is empty\nhint: type some text\n"))
      }
      #expect(try ends.alice.status().all == before)
      #expect(try ends.alice.run(["encrypt", "bob"], input: " \n").status == 65)
    }
  }

  @Test("A message on the screen is introduced, and --copy is named only if there is a clipboard")
  func introduced() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      for tool in [false, true] {
        if tool {
          try "#!/bin/sh\n".save(at: "\(directory)/xclip")
          _ = try Program("chmod").run(["700", "\(directory)/xclip"])
        }
        let screen = try play(
          ends.alice,
          "export DISPLAY=:9 WAYLAND_DISPLAY=; unset WAYLAND_DISPLAY; "
            + "PATH=$PWD; echo x | vernam encrypt bob; vernam encrypt bob -q </dev/null",
          ["expect ended 65"])
        let head =
          tool
          ? "Message 2 to bob. Copy from here (--copy puts it on the clipboard):"
          : "Message 1 to bob. vernam keeps no copy of it. Copy from here:"
        #expect(screen.contains("\n\n\(head)\nThis is a vernam message."), "\(screen)")
        let question = try play(
          ends.bob,
          "export DISPLAY=:9; unset WAYLAND_DISPLAY; PATH=$PWD; vernam decrypt",
          [TypingTests.question, "send \\x04", "expect ended 65"])
        #expect(question.contains("--paste") == tool)
      }
      let silent = try play(
        ends.alice, "echo x | vernam encrypt bob -q; echo x | vernam encrypt bob 2>&1 | cat",
        ["expect ended 0"])
      #expect(!silent.contains("Copy from here"))
    }
  }

  @Test(
    "^C in a paste is text, and one that is typed ends the program even if the paste never ended",
    arguments: ["\\x03", "\\x1a", "\\x1c"])
  func pastedSignal(_ key: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let paste = "\\x1b[200~one\(key)two\\ntouch reached\\n"
      let sent = try play(
        ends.alice, "vernam encrypt bob -o sent",
        [
          "expect Type your message", "send \(paste)\\x1b[201~", "expect touch reached",
          "send \\x04", "expect ended 0",
        ])
      #expect(!sent.contains("there is no file"))
      #expect(try ends.bob.succeed(["decrypt", "\(directory)/sent"]).hasSuffix("touch reached\n"))
      let stuck = try play(
        ends.alice, "vernam encrypt bob",
        ["expect Type your message", "send \(paste)", "expect touch reached", "press \\x03"])
      #expect(stuck.contains("\nCancelled. No pad was used.\n"), "\(stuck)")
      #expect(stuck.contains("\nended 130\n"), "\(stuck)")
    }
  }

  @Test(
    "The rest of a long paste reaches no shell after a key in it that ends the program",
    arguments: ["\\x04", "\\x03"])
  func restOfPaste(_ key: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let filler = String(repeating: "some words\\n", count: 2000)
      let screen = try play(
        ends.alice, "vernam encrypt bob -o sent; read -t 2 && echo something is left",
        ["expect Type your message", "send one\\n\(key)\(filler)", "expect ended"])
      #expect(!screen.contains("something is left"))
    }
  }

  @Test("A signal restores the terminal, and one that stops the job loses nothing")
  func signals() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let message = keys(try ends.alice.write("Noon\n"))
      let end = message.index(message.startIndex, offsetBy: 100)
      let screen = try play(
        ends.bob, "set -m; vernam decrypt; stty -a | grep -o ' icanon'; fg",
        [
          TypingTests.question, "send \(message[..<end])", "expect \(message[..<end].suffix(8))",
          "send \\x1a", "expect icanon", "send \(message[end...])", "expect ended 0",
        ])
      #expect(screen.contains("\nNoon\nended 0\n"), "\(screen)")
      for (key, status) in [("\\x03", 130), ("\\x1c", 131)] {
        _ = try play(
          ends.bob, "vernam decrypt",
          [TypingTests.question, "send ab", "expect ab", "send \(key)", "expect ended \(status)"])
      }
    }
  }
}

extension String {
  /// The part of that number, from 0, of a message in parts.
  fileprivate func part(_ number: Int) -> String {
    String(split(separator: "\n\n")[number]) + "\n"
  }
}
