import Foundation
import System
import TestSupport
import Testing

@Suite("Messages that wait for the other end")
struct ChatOutboxTests {
  /// Has alice write these while bob is away.
  private func write(_ texts: [String], _ ends: TwoEnds) throws {
    let alice = try ChatInUse(
      ends.alice, ["--listen", "127.0.0.1:0", "--plain"], in: "\(ends.directory)/alone")
    _ = try alice.port()
    for text in texts { try alice.type(text) }
    try wait(for: "messages in the outbox") {
      try ends.alice.status().text.contains("\"notDelivered\":\(texts.count)")
    }
    let outcome = try alice.leave()
    let waiting = texts.count == 1 ? "1 message is waiting" : "\(texts.count) messages are waiting"
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.hasSuffix(
        "\(waiting) for bob: run \"vernam chat bob\" again, or see \"vernam outbox bob\"\n"))
  }

  /// The messages in a text.
  private func messages(_ text: String) -> [String] {
    let start = "This is a vernam message."
    return text.components(separatedBy: start).dropFirst().map { start + $0 }
  }

  @Test("status and outbox show them, and they arrive in order with the next chat")
  func waiting() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      #expect(try ends.alice.run(["outbox", "bob"]).errors == "no message is waiting for bob\n")
      try write(["one", "two"], ends)
      #expect(try ends.alice.succeed(["status"]).hasSuffix("; 2 of yours not delivered yet\n"))
      #expect(
        try ends.alice.succeed(["status", "bob"]).contains(
          "  waiting     2 messages not delivered: run \"vernam chat bob\"\n"))
      #expect(try ends.bob.status().text.contains("\"notDelivered\":0"))
      let shown = try ends.alice.run(["outbox", "bob"])
      #expect(shown.errors == "2 messages for bob not delivered yet\n")
      #expect(messages(shown.text).count == 2)
      let (alice, bob) = try ChatInUse.start(ends, ["--plain"])
      try alice.expect("2 earlier messages are waiting to be delivered.", inErrors: true)
      try bob.expect("alice: two")
      try alice.expect("Your message has arrived. No other message is waiting.", inErrors: true)
      #expect(try bob.leave().text == "alice: one\nalice: two\n")
      #expect(try !alice.leave().errors.contains("messages are waiting for"))
      #expect(try ends.alice.succeed(["status"]).contains("not delivered") == false)
      #expect(try ends.alice.run(["outbox", "bob"]).errors == "no message is waiting for bob\n")
    }
  }

  @Test("/drop removes the last one, once it is confirmed; the one before it still arrives")
  func dropInChat() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let screen = try ends.alice.playTerminal(
        80, 48, "vernam chat bob --plain --listen 127.0.0.1:0",
        [
          "expect Waiting for bob on port", "send /drop\\r",
          "expect No message is waiting for bob.", "send one\\r", "send two\\r", "send /drop\\r",
          "expect arrives.", "send three\\r", "expect Nothing was taken back.",
          "send /drop\\r", "expect taken back.\n/drop\nTake back",
          "send /drop\\r", "expect One of your messages was removed: it",
          "send /quit\\r", "expect ended 0",
        ], ["TERM": "dumb"])
      #expect(screen.contains("2 messages are waiting for bob"), "\(screen)")
      let (alice, bob) = try ChatInUse.start(ends, ["--plain"])
      try bob.expect("alice: two")
      #expect(try bob.leave().text == "alice: one\nalice: two\n")
      #expect(try alice.leave().status == 0)
    }
  }

  @Test("A terminal gets a list of them; a number chooses one to print, copy or remove")
  func list() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try write(["one", "two"], ends)
      let listed = try ends.alice.onScreen("vernam outbox bob", 80, 24)
      let lines = listed.text.split(whereSeparator: \.isNewline)
      #expect(lines.count == 5 && lines[0] == "2 messages for bob are waiting:", "\(lines)")
      for number in 1...2 {
        let line = #/  \d  (since 20\d\d-\d\d-\d\d \d\d:\d\d, )?\d+ characters to paste/#
        #expect(lines[number].wholeMatch(of: line) != nil, "\(lines)")
        #expect(lines[number].hasPrefix("  \(number)  "))
      }
      #expect(lines[4] == "To send one of them by other means: vernam outbox bob 1 --copy")
      let all = try messages(ends.alice.succeed(["outbox", "bob"]))
      let second = try ends.alice.onScreen("vernam outbox bob 2", 80, 24)
      #expect(
        second.text.replacing("\r\n", with: "\n").hasSuffix(
          "1 message for bob not delivered yet\n\(all[1])"))
      for number in ["0", "3"] {
        let outcome = try ends.alice.run(["outbox", "bob", number])
        #expect(outcome.status == 64 && outcome.text == "")
        #expect(
          outcome.errors
            == "error: there is no message \(number) waiting for bob\n"
            + "hint: run \"vernam outbox bob\" to see the numbers\n")
      }
      let wrong = try ends.alice.run(["outbox", "bob", "two"])
      #expect(wrong.status == 64 && wrong.errors.contains("two is not the number of a message"))
      #expect(
        try ends.alice.run(["outbox", "bob", "1", "--drop", "-y"]).errors
          == "removed 1 message for bob\n")
      #expect(try messages(ends.alice.succeed(["outbox", "bob"])) == [all[1]])
    }
  }

  @Test("For one that is too long for some clipboards, the hints name a file instead")
  func tooLong() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "1M")
      try write(["one", String(repeating: "x", count: 60_000)], ends)
      let nothing = ["WAYLAND_DISPLAY": "", "DISPLAY": "", "TERM": "xterm"]
      func shown(_ command: String, _ kind: String = "xterm") throws -> String {
        let variables = nothing.merging(["TERM": kind]) { $1 }
        return try ends.alice.onScreen("vernam outbox bob \(command)", 120, 24, variables).text
      }
      let listed = try shown("")
      #expect(listed.contains("by other means: vernam outbox bob 1 > FILE"))
      #expect(!listed.contains("--copy"), "\(listed)")
      for (command, kind, hint) in [
        ("2 --copy", "xterm", "save it: vernam outbox bob 2 > FILE"),
        ("2", "xterm", "save it: vernam outbox bob 2 > FILE"),
        ("--copy", "linux", "save them: vernam outbox bob > FILE"),
      ] {
        let text = try shown(command, kind)
        #expect(text.contains(hint), "\(text)")
      }
    }
  }

  @Test("Read by decrypt, they are confirmed by the next chat, and not delivered again")
  func pasted() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try write(["one", "two", "three"], ends)
      let packets = try ends.alice.succeed(["outbox", "bob"])
      #expect(try ends.bob.read(packets) == "onetwothree")
      let again = try ends.bob.run(["decrypt"], input: packets)
      #expect(again.status == 65 && again.text == "")
      #expect(try ends.alice.status().text.contains("\"notDelivered\":3"))
      let (alice, bob) = try ChatInUse.start(ends)
      for id in 1...3 { try alice.expect(#"{"event":"arrived","id":\#(id)}"#) }
      try alice.type(#"{"text":"four"}"#)
      try bob.expect("four")
      try alice.expect(#"{"event":"arrived","id":4}"#)
      #expect(
        try bob.leave().lines(without: ["waiting", "calling", "unreached"]) == [
          #"{"event":"here"}"#, #"{"event":"message","from":"alice","number":4,"text":"four"}"#,
        ])
      _ = try alice.leave()
      #expect(try ends.alice.status().text.contains("\"notDelivered\":0"))
    }
  }

  @Test("Skipped at the other end, they are given up, and that is said")
  func skipped() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try write(["one", "two"], ends)
      let packets = try ends.alice.succeed(["outbox", "bob"])
      try ends.bob.read(messages(packets)[1])
      try ends.bob.succeed(["skip", "alice", "--yes"])
      let (alice, bob) = try ChatInUse.start(ends)
      try alice.expect(#"{"event":"passed","id":1}"#)
      try alice.expect(#"{"event":"arrived","id":2}"#)
      _ = try bob.leave()
      #expect(try alice.leave().status == 0)
      #expect(try ends.alice.status().text.contains("\"notDelivered\":0"))
    }
  }

  @Test("--copy copies all of them")
  func copy() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try write(["one", "two"], ends)
      let desktop = try Desktop("WAYLAND_DISPLAY", in: directory)
      let outcome = try ends.alice.run(
        ["outbox", "bob", "--copy"], setting: desktop.environment)
      #expect(outcome.status == 0 && outcome.text == "", "\(outcome.errors)")
      #expect(outcome.errors == "Copied 2 messages for bob.\n")
      let copied = String(decoding: try readFile(desktop.clipboard), as: UTF8.self)
      #expect(messages(copied).count == 2)
      #expect(try copied == ends.alice.succeed(["outbox", "bob"]))
    }
  }

  @Test("--copy prints them, too, if a terminal has to copy them: it does not answer")
  func copyByTerminal() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try write(["one"], ends)
      let shown = try ends.alice.onScreen(
        "vernam outbox bob --copy >\(directory)/printed", 80, 24,
        ["WAYLAND_DISPLAY": "", "DISPLAY": "", "TERM": "xterm"])
      #expect(shown.status == 0, "\(shown.text)")
      #expect(shown.text.contains("if this terminal allows it. Here it is too:"))
      let printed = String(decoding: try readFile("\(directory)/printed"), as: UTF8.self)
      #expect(try printed == ends.alice.succeed(["outbox", "bob"]))
    }
  }

  @Test("forget says how many of them it destroys")
  func forget() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try write(["one", "two"], ends)
      let shown = try Program("python3").run(
        [
          "-u", "-B", "\(Fixtures.root)/Tests/CommandTests/terminal.py", "200", "24",
          "\(End.program.name) forget bob; echo ended $?", "expect [y/N]", "send n\\n",
          "expect ended 77",
        ], environment: ends.alice.environment)
      try #require(shown.status == 0, "\(shown.errors)")
      #expect(
        shown.text.contains("2 messages of yours have not been delivered, and are lost, too."),
        "\(shown.text)")
    }
  }

  @Test("--drop asks, removes them, and leaves no trace; a chat beside it forgets them")
  func drop() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try write(["one"], ends)
      let refused = try ends.alice.run(["outbox", "bob", "--drop"])
      #expect(refused.status == 64 && refused.errors.contains("--yes"), "\(refused.errors)")
      #expect(try ends.alice.status().text.contains("\"notDelivered\":1"))
      let alice = try ChatInUse(
        ends.alice, ["--listen", "127.0.0.1:0", "--json"], in: "\(directory)/beside")
      try alice.expect(#"{"event":"waiting","count":1}"#)
      let dropped = try ends.alice.run(["outbox", "bob", "--drop", "--yes"])
      #expect(dropped.status == 0 && dropped.errors == "removed 1 message for bob\n")
      // Otherwise it would wait for the other end.
      #expect(try alice.leave().status == 0)
      #expect(try ends.alice.status().text.contains("\"notDelivered\":0"))
      let files = try Disk().list("\(ends.alice.pad())/out")
      #expect(files == [])
    }
  }
}
