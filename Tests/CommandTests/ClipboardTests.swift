import Glibc
import Primitives
import System
import TestSupport
import Testing

@testable import vernam

/// A desktop whose clipboard is a file, with programs that behave like real ones.
struct Desktop {
  let directory: String
  let environment: [String: String]

  var clipboard: String { "\(directory)/clipboard" }

  /// - Parameter copying: what the copying program does, as shell.
  init(_ variable: String, in parent: String, copying: String = "cat >$PLACE/clipboard") throws {
    directory = "\(parent)/desktop"
    try Disk().createDirectory(directory)
    let paste = "[ -s $PLACE/clipboard ] && cat $PLACE/clipboard"
    let scripts =
      variable == "DISPLAY"
      ? ["xclip": "case $3 in -in) \(copying);; -out) \(paste);; *) exit 9; esac"]
      : ["wl-copy": copying, "wl-paste": paste]
    for (name, body) in scripts {
      try "#!/bin/sh\necho \"$0 $*\" >>$PLACE/calls\n\(body)\n".save(at: "\(directory)/\(name)")
      _ = try Program("chmod").run(["700", "\(directory)/\(name)"])
    }
    environment = [
      "PATH": "\(directory):/usr/bin:/bin", "PLACE": directory, "WAYLAND_DISPLAY": "",
      "DISPLAY": "", "TMUX": "",
    ].merging([variable: "7"]) { $1 }
  }

  func calls() throws -> String {
    String(decoding: try readFile("\(directory)/calls"), as: UTF8.self)
  }
}

@Suite("The clipboard")
struct ClipboardTests {
  @Test("that never finishes does not hold up a signal")
  func hanging() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let desktop = try Desktop(
        "DISPLAY", in: directory, copying: "cat >/dev/null; : >$PLACE/read; exec sleep 600")
      try writeFile("\(directory)/0", Array("Noon\n".utf8))
      let running = try End.program.start(
        ["encrypt", "bob", "--copy"], in: directory,
        environment: ends.alice.environment.merging(desktop.environment) { $1 })
      try wait(for: "the clipboard's program") {
        try Disk().attributes(at: "\(desktop.directory)/read") != nil
      }
      running.send(SIGTERM)
      let outcome = try running.finish(withinSeconds: 60)
      #expect(outcome.status == 128 + Int(SIGTERM) && outcome.output == [])
      #expect(
        outcome.errors.hasPrefix(
          "error: cancelled\nhint: the part of the pad for this message is used up"))
    }
  }

  @Test(
    "takes a message from one end and gives it to the other",
    arguments: ["WAYLAND_DISPLAY", "DISPLAY"])
  func both(_ variable: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let desktop = try Desktop(variable, in: directory)
      let copied = try ends.alice.run(
        ["encrypt", "bob", "--copy"], input: "Noon\n", setting: desktop.environment)
      #expect(
        copied.errors == "Message 1 to bob is on the clipboard. Paste it into an email or chat.\n")
      #expect(copied.status == 0 && copied.output == [])
      let message = String(decoding: try readFile(desktop.clipboard), as: UTF8.self)
      #expect(message.hasPrefix("This is a vernam message."))
      let pasted = try ends.bob.run(["decrypt", "--paste"], setting: desktop.environment)
      #expect(pasted.text == "Noon\n" && pasted.status == 0)
      // The message is not an argument, and the text is not copied.
      let calls = try desktop.calls()
      #expect(calls.split(separator: "\n").count == 2 && calls.utf8.count < 300)
      #expect(try readFile(desktop.clipboard) == Array(message.utf8))
    }
  }

  @Test(
    "A message that could not be copied is printed, and the error says so",
    arguments: [
      ("cat >/dev/null; exit 3", "3"), ("exec <&-; exit 1", "1"), ("kill -9 $$", "137"),
    ])
  func failing(_ copying: String, _ status: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "1M")
      let desktop = try Desktop("DISPLAY", in: directory, copying: copying)
      for length in [5, 200_000] {
        let text = String(repeating: "x", count: length)
        let outcome = try ends.alice.run(
          ["encrypt", "bob", "--copy"], input: text, setting: desktop.environment)
        #expect(
          outcome.errors.hasPrefix(
            "error: xclip failed with exit status \(status); the message was printed instead\n"
              + "hint: copy the message from the screen: its part of the pad is used up\n"))
        #expect(outcome.status == 69)
        #expect(try ends.bob.read(outcome.text) == text)
      }
    }
  }

  @Test("A program that does not read all of a message has not copied it")
  func unread() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "1M")
      let desktop = try Desktop("WAYLAND_DISPLAY", in: directory, copying: "exit 0")
      let text = String(repeating: "x", count: 200_000)
      let outcome = try ends.alice.run(
        ["encrypt", "bob", "--copy"], input: text, setting: desktop.environment)
      #expect(outcome.errors.contains("Broken pipe; the message was printed instead\n"))
      #expect(outcome.status == 69)
      #expect(try ends.bob.read(outcome.text) == text)
    }
  }

  @Test("If its program is missing, nothing is spent", arguments: ["WAYLAND_DISPLAY", "DISPLAY"])
  func missing(_ variable: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      var environment = try Desktop(variable, in: directory).environment
      // Programs are never started from a relative directory.
      environment["PATH"] = "desktop:/nowhere"
      let names =
        variable == "DISPLAY"
        ? ["xclip", "xclip", "xclip"] : ["wl-copy", "wl-paste", "wl-clipboard"]
      let before = try snapshot(ends.alice.vault)
      for (arguments, name) in [(["encrypt", "bob", "--copy"], 0), (["decrypt", "--paste"], 1)] {
        let outcome = try ends.alice.run(arguments, input: "Noon\n", setting: environment)
        #expect(
          outcome.errors == "error: \(names[name]) is not installed\n"
            + "hint: run \"sudo apt install \(names[2])\"\n")
        #expect(outcome.status == 69 && outcome.output == [])
      }
      #expect(try snapshot(ends.alice.vault) == before)
    }
  }

  @Test("Without a desktop or terminal this system has none, and nothing is spent")
  func none() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let nothing = ["WAYLAND_DISPLAY": "", "DISPLAY": "", "TERM": "xterm"]
      let before = try snapshot(ends.alice.vault)
      for arguments in [["encrypt", "bob", "--copy"], ["decrypt", "--paste"]] {
        let outcome = try ends.alice.run(arguments, input: "Noon\n", setting: nothing)
        #expect(outcome.errors.hasPrefix("error: vernam found no clipboard here\n"))
        #expect(outcome.status == 69 && outcome.output == [])
      }
      #expect(try snapshot(ends.alice.vault) == before)
    }
  }

  @Test("An empty clipboard is the program's failure, and prose is not a message")
  func nothingToPaste() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let desktop = try Desktop("WAYLAND_DISPLAY", in: directory)
      let empty = try ends.bob.run(["decrypt", "--paste"], setting: desktop.environment)
      #expect(empty.errors.hasPrefix("error: wl-paste failed with exit status 1\nhint: "))
      #expect(empty.status == 69)
      try "see you at noon\n".save(at: desktop.clipboard)
      let prose = try ends.bob.run(["decrypt", "--paste"], setting: desktop.environment)
      #expect(prose.errors.hasPrefix("error: there is no vernam message in the input\n"))
      #expect(prose.status == 65)
    }
  }

  @Test("A terminal is asked to copy the message, in tmux in two ways", arguments: ["", "7"])
  func terminal(_ tmux: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let shown = try ends.alice.onScreen(
        "echo Noon | vernam encrypt bob --copy >\(directory)/printed", 80, 24,
        ["WAYLAND_DISPLAY": "", "DISPLAY": "", "TERM": "xterm", "TMUX": tmux])
      #expect(shown.status == 0, "\(shown.text)")
      // No terminal confirms a copy, so the message is printed as well.
      let printed = try readFile("\(directory)/printed")
      let order = "\u{1B}]52;c;\(String(decoding: Base64.encode(printed), as: UTF8.self))\u{7}"
      #expect(shown.text.contains(order))
      #expect(shown.text.contains("\u{1B}Ptmux;\u{1B}\(order)\u{1B}\\") == (tmux != ""))
      #expect(try ends.bob.read(String(decoding: printed, as: UTF8.self)) == "Noon\n")
    }
  }

  @Test("Too long a message for a terminal, or a terminal without a clipboard, costs nothing")
  func tooMuch() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "1M")
      let before = try snapshot(ends.alice.vault)
      for (kind, error) in [("xterm", "the message has"), ("linux", "vernam found no clipboard")] {
        let shown = try ends.alice.onScreen(
          "head -c 60000 /dev/zero | tr '\\0' x | vernam encrypt bob --copy", 120, 24,
          ["WAYLAND_DISPLAY": "", "DISPLAY": "", "TERM": kind])
        #expect(shown.text.contains(" \(error)"), "\(shown.text)")
        #expect(shown.status == 69)
      }
      #expect(try snapshot(ends.alice.vault) == before)
    }
  }

  @Test(
    "Options that cannot go together are refused",
    arguments: [
      ["encrypt", "bob", "--copy", "--binary"], ["encrypt", "bob", "--copy", "--qr"],
      ["encrypt", "bob", "--copy", "-o", "x"], ["encrypt", "bob,anna", "--copy"],
      ["decrypt", "--paste", "x"],
    ])
  func refused(_ arguments: [String]) throws {
    let outcome = try End.program.run(arguments)
    #expect(outcome.status == 64 && outcome.output == [])
  }
}
