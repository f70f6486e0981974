import Glibc
import System
import TestSupport
import Testing

@Suite("vernam chat, line by line")
struct PlainChatTests {
  @Test("Messages go both ways, with a line for each thing that happens, until one leaves")
  func bothWays() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let (alice, bob) = try ChatInUse.start(ends, ["--plain"])
      try alice.type("Noon?")
      try alice.expect("Your message has arrived. No other message is waiting.", inErrors: true)
      try bob.type("Yes\u{1B}[2J, noon. äöü 漢")
      try bob.type("//quit is how I leave")
      try bob.type("")
      try bob.type("/nonsense")
      try alice.expect("bob: /quit is how I leave")
      try bob.expect("Your message has arrived. No other message is waiting.", inErrors: true)
      let left = try bob.leave()
      try alice.expect("bob left. What you write now waits until bob is back.", inErrors: true)
      let stayed = try alice.leave()
      #expect(left.status == 0 && left.text == "alice: Noon?\n")
      #expect(
        left.errors.contains("error: there is no command /nonsense\nhint: /help lists the commands")
      )
      #expect(stayed.status == 0)
      #expect(stayed.text == "bob: Yes^[[2J, noon. äöü 漢\nbob: /quit is how I leave\n")
      #expect(stayed.errors.hasSuffix("bob left. What you write now waits until bob is back.\n"))
    }
  }

  @Test("Further lines of a message are set off, so that none looks like another message")
  func margin() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let alice = try ChatInUse(
        ends.alice, ["--listen", "127.0.0.1:0", "--plain"], in: "\(directory)/a")
      let bob = try ChatInUse(
        ends.bob, ["--connect", "127.0.0.1:\(try alice.port())", "--json"], in: "\(directory)/b")
      try bob.type(#"{"text":"one\nbob: two\n\r\nerror: three"}"#)
      try bob.expect("{\"event\":\"arrived\",\"id\":1}")
      _ = try bob.leave()
      #expect(try alice.leave().text == "bob: one\n  bob: two\n  ^M\n  error: three\n")
    }
  }

  @Test(
    "What is piped in is text, and is delivered before the program ends, even if it comes first")
  func pipe() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let listening = ["--listen", "127.0.0.1:0"]
      let alice = try ChatInUse(ends.alice, listening, in: "\(directory)/a")
      let outcome = try ends.bob.run(
        ["chat", "alice", "--connect", "127.0.0.1:\(try alice.port())", "--quiet"],
        input: "one\n/quit\n//two")
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
      alice.hangUp()
      let listened = try alice.program.finish(withinSeconds: 120)
      #expect(listened.text == "bob: one\nbob: /quit\nbob: //two\n")
      // What is piped in may end before anybody is there.
      let early = try ChatInUse(ends.alice, listening, in: "\(directory)/early")
      let port = try early.port()
      try early.type("from a pipe")
      early.hangUp()
      let bob = try ChatInUse(ends.bob, ["--connect", "127.0.0.1:\(port)"], in: "\(directory)/b")
      try bob.expect("alice: from a pipe")
      #expect(try early.program.finish(withinSeconds: 120).status == 0)
      bob.hangUp()
      #expect(try bob.program.finish(withinSeconds: 120).status == 0)
    }
  }

  @Test("A file is announced, and saved when asked for; --quiet does not hide it")
  func file() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try "picture".save(at: "\(directory)/cat.jpg")
      let (alice, bob) = try ChatInUse.start(ends, ["--plain"], "first")
      try alice.type("a picture")
      try alice.type("/file \(directory)/cat.jpg")
      try alice.expect("cat.jpg counts as arrived once bob has saved it.", inErrors: true)
      try bob.expect(
        "alice sent a file: cat.jpg, 7 B (message 2). To save it, type: /save 2",
        inErrors: true)
      try bob.type("/save 1")
      try bob.expect("error: no message 1 is waiting to be saved", inErrors: true)
      try bob.type("/save 2 \(directory)/saved")
      try bob.expect("from alice, message 2: a file of 7 B, saved as", inErrors: true)
      try alice.expect("Your message has arrived. No other message is waiting.", inErrors: true)
      #expect(try readFile("\(directory)/saved") == Array("picture".utf8))
      for (path, what) in [
        ("\(directory)/none", "there is no file"), (directory, "is not an ordinary file"),
        ("", "/file needs the name of a file"),
      ] {
        try alice.type("/file \(path)")
        try alice.expect(what, inErrors: true)
      }
      _ = try alice.leave()
      let outcome = try bob.leave()
      #expect(outcome.status == 0 && !outcome.errors.contains("did not save"))
    }
  }

  @Test("A file that is not saved is named when they leave, and so is a name that cannot be used")
  func unsaved() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try "secret".save(at: "\(directory)/.hidden")
      let (alice, bob) = try ChatInUse.start(ends, ["--plain"])
      try alice.type("/file \(directory)/.hidden")
      try bob.expect("/save 1 FILE", inErrors: true)
      try bob.type("/save 1")
      try bob.expect("hint: choose another name or folder: /save 1 FILE", inErrors: true)
      #expect(
        try bob.leave().errors.hasSuffix(
          "You did not save 1 file: alice's computer offers it again in the next chat.\n"))
      let errors = try alice.leave().errors
      #expect(
        errors.hasSuffix("bob has not saved the file yet: the next chat offers it again.\n"),
        "\(errors)")
    }
  }

  @Test("A text that is not UTF-8, or has more than 1 MiB in a line, is refused and costs no pad")
  func badText() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let before = try ends.alice.status().text
      let outcome = try ends.alice.run(
        ["chat", "bob", "--listen", "127.0.0.1:0", "--plain"],
        bytes: [0x61, 0xFF, 0x0A] + [UInt8](repeating: 0x61, count: 1 << 20 + 1) + [0x0A])
      #expect(outcome.status == 65)
      #expect(
        outcome.errors.contains(
          "error: this is not text (UTF-8)\nhint: send it as a file: /file PATH\n"))
      #expect(
        outcome.errors.contains(
          "error: this line is too long, and was not sent\nhint: send it as a file: /file PATH\n"))
      #expect(try ends.alice.status().text == before)
    }
  }

  @Test(
    "What would use much of the pad is sent once the same line comes again; a pipe is not asked")
  func muchPad() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let command = "chat bob --plain --listen 127.0.0.1:0"
      for (name, count) in [("large", 5000), ("piped", 4000)] {
        try String(repeating: "x", count: count).save(at: "\(directory)/\(name)")
      }
      let large = "send /file large\\r"
      let screen = try ends.alice.playTerminal(
        80, 48, "vernam \(command)",
        [
          "expect Waiting for bob on port", large, "expect large would use",
          "expect again.", "send noon\\r", large, large,
          "expect large counts as arrived", "send /quit\\r", "expect ended 0",
        ], ["TERM": "dumb"])
      // A line between them is no answer.
      let questions = screen.ranges(of: "large would use")
      try #require(questions.count == 2, "\(screen)")
      #expect(screen[questions[1].upperBound...].contains("large counts as arrived"))
      let piped = try ends.alice.run(
        command.split(separator: " ").map(String.init) + ["--wait", "1"],
        input: "/file \(directory)/piped\n")
      #expect(!piped.errors.contains("would use"), "\(piped.errors)")
      #expect(try ends.alice.status().text.contains("\"notDelivered\":3"))
    }
  }

  @Test(
    "A pipe, or a terminal that can do little, gets lines instead of a screen",
    arguments: ["", "dumb"])
  func fallback(_ kind: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let command = "vernam chat bob --listen 127.0.0.1:0"
      let played = try ends.alice.playTerminal(
        80, 24, kind == "dumb" ? command : "\(command) 2>&1 | cat",
        ["expect Waiting for bob on port", "send /quit\\r", "expect ended 0"],
        ["TERM": kind == "dumb" ? "dumb" : "xterm"])
      #expect(played.contains("--- mode main, cursor, echo, lines"))
      #expect(played.contains("--- switched 0\n"))
    }
  }

  @Test(
    "Mistakes in the arguments say what to do",
    arguments: [
      (["chat", "bob", "--plain", "--json"], 64, "use only one of --plain and --json"),
      (["chat", "bob", "--listen", "1", "--connect", "a:1"], 64, "use only one of --listen"),
      (["chat", "bob", "--listen", "a:b:c"], 64, "--listen needs PORT or ADDRESS:PORT"),
      (["chat", "bob", "--connect", "host"], 64, "--connect needs HOST:PORT"),
      (["chat", "bob", "--listen", "1", "--port", "1"], 64, "leave out --port"),
      (["chat", "bob", "--port", "65536"], 64, "--port must be from 1 to 65535"),
      (["chat", "bob", "--through", "a 'b"], 64, "--through needs a command"),
      (
        ["chat", "bob", "--through", "no-such-program a"], 66, "there is no program no-such-program"
      ),
      (["chat", "bob", "--through", "/nowhere/x"], 66, "there is no program /nowhere/x"),
      (["chat", "carol", "--listen", "0"], 64, "there is no contact carol"),
      (["chat", "bob", "--listen", "192.0.2.1:9"], 69, "cannot wait for a connection"),
      (["outbox", "bob", "--copy", "--drop"], 64, "use only one of --copy and --drop"),
      (["outbox", "carol"], 64, "there is no contact carol"),
    ] as [([String], Int, String)])
  func mistakes(_ arguments: [String], _ status: Int, _ what: String) throws {
    try withTemporaryDirectory { directory in
      let outcome = try TwoEnds(in: directory).alice.run(arguments)
      #expect(outcome.status == status, "\(outcome.errors)")
      #expect(outcome.errors.hasPrefix("error: "), "\(outcome.errors)")
      #expect(
        outcome.errors.contains(what) && outcome.errors.contains("\nhint: "), "\(outcome.errors)")
      #expect(outcome.text == "")
    }
  }

  @Test("A signal ends it, and the other end hears of it", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(_ signal: Int32) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let (alice, bob) = try ChatInUse.start(ends, ["--plain"])
      alice.program.send(signal)
      #expect(try alice.program.finish(withinSeconds: 120).status == 128 + Int(signal))
      try bob.expect("alice left.", inErrors: true)
      #expect(try bob.leave().status == 0)
    }
  }
}
