import Glibc
import System
import TestSupport
import Testing

@Suite("Messages of a chat that travel another way")
struct ChatPastingTests {
  /// Alice's chat, with a desktop, while bob is away.
  private func start(
    _ ends: TwoEnds, _ desktop: Desktop, _ options: [String] = ["--plain"]
  ) throws -> ChatInUse {
    let chat = try ChatInUse(
      ends.alice, ["--listen", "127.0.0.1:0"] + options, in: "\(ends.directory)/chat",
      setting: desktop.environment)
    _ = try chat.port()
    return chat
  }

  private func copied(_ desktop: Desktop) throws -> String {
    String(decoding: try readFile(desktop.clipboard), as: UTF8.self)
  }

  @Test("An encrypted message that comes line by line is read, not sent")
  func lines() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let lines = try ends.bob.write("quagga").split(separator: "\n").map { "send \($0)\\r" }
      _ = try ends.alice.playTerminal(
        80, 24, "vernam chat bob --listen 127.0.0.1:0",
        ["expect * Waiting for bob on port"] + lines + [
          "expect   bob: quagga", "send /quit\\r", "expect ended 0",
        ], ["TERM": "xterm"])
      #expect(try ends.alice.run(["outbox", "bob"]).errors.contains("no message is waiting"))
    }
  }

  @Test("A line that is no part of such a message is sent, and the message has to be copied again")
  func brokenOff() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let lines = try ends.bob.write("quagga").split(separator: "\n").map { "send \($0)\\r" }
      _ = try ends.alice.playTerminal(
        80, 24, "vernam chat bob --listen 127.0.0.1:0",
        [
          "expect * Waiting for bob on port", lines[0],
          "expect * Waiting for the other lines of this encrypted message.", lines[1],
          "send okapi, at noon\\r", "expect * The encrypted message is not complete: copy it again",
          "expect you: okapi, at noon", "send /quit\\r", "expect ended 0",
        ], ["TERM": "xterm"])
      let waiting = try ends.alice.succeed(["outbox", "bob"])
      #expect(try ends.bob.read(waiting) == "okapi, at noon")
    }
  }

  @Test("/copy copies the last one that has not arrived, which is read once, by either way")
  func copy() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let desktop = try Desktop("WAYLAND_DISPLAY", in: directory)
      let alice = try start(ends, desktop)
      try alice.type("/copy")
      try alice.expect("No message is waiting for bob.", inErrors: true)
      for text in ["one", "two"] { try alice.type(text) }
      try alice.type("/copy")
      try alice.expect("Copied your last message that has not arrived.", inErrors: true)
      #expect(try ends.bob.read(copied(desktop)) == "two")
      let bob = try ChatInUse(
        ends.bob, ["--connect", "127.0.0.1:\(alice.port())", "--plain"], in: "\(directory)/b")
      try alice.expect("Your message has arrived. No other message is waiting.", inErrors: true)
      #expect(try bob.leave().text == "alice: one\n")
      try alice.type("/copy")
      try alice.expect("No message is waiting for bob.", inErrors: true, times: 2)
      #expect(try alice.leave().status == 0)
    }
  }

  @Test("Without a clipboard, /copy and /paste say what else to do, and lose nothing")
  func noClipboard() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let alice = try ChatInUse(
        ends.alice, ["--listen", "127.0.0.1:0", "--plain"], in: "\(directory)/chat",
        setting: ["WAYLAND_DISPLAY": "", "DISPLAY": "", "TERM": "dumb"])
      for line in ["noon", "/copy", "/paste"] { try alice.type(line) }
      try alice.expect("vernam found no clipboard here", inErrors: true, times: 2)
      try alice.expect("hint: run \"vernam outbox bob 1\" in another terminal", inErrors: true)
      try alice.expect("hint: paste the message here", inErrors: true)
      #expect(try alice.leave().status == 0)
      #expect(try ends.alice.status().text.contains("\"notDelivered\":1"))
    }
  }

  @Test("/paste shows a message from the clipboard once; anything else is refused")
  func paste() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let desktop = try Desktop("WAYLAND_DISPLAY", in: directory)
      let alice = try start(ends, desktop)
      func paste(_ text: String) throws {
        unlink(desktop.clipboard)
        try text.save(at: desktop.clipboard)
        try alice.type("/paste")
      }
      let message = try ends.bob.write("noon\u{1B}[2J")
      try paste("> " + message.replacing("\n", with: "\n> "))
      try alice.expect("bob: noon^[[2J")
      try paste(message)
      try alice.expect("error: you have already read this message from bob", inErrors: true)
      try paste(ends.alice.write("my own"))
      try alice.expect("error: this is your own message to bob", inErrors: true)
      try paste("nothing of the kind")
      try alice.expect("error: there is no vernam message in the input", inErrors: true)
      let outcome = try alice.leave()
      #expect(outcome.status == 0 && outcome.text == "bob: noon^[[2J\n")
    }
  }

  @Test("/paste refuses a message of another contact, which stays unread")
  func foreign() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let carol = End(directory, "carol", peer: "alice")
      try carol.succeed(["init", "--no-passphrase"])
      try carol.succeed(["pair", "alice", "--carry", "\(directory)/c", "--size", "26K"])
      try ends.alice.succeed(["pair", "carol", "--from", "\(directory)/c"])
      try carol.read(ends.alice.succeed(["encrypt", "carol"], input: "I hold it\n"))
      let message = try carol.write("for alice\n")
      let desktop = try Desktop("WAYLAND_DISPLAY", in: directory)
      let alice = try start(ends, desktop)
      try message.save(at: desktop.clipboard)
      try alice.type("/paste")
      try alice.expect("error: this message is not from bob", inErrors: true)
      #expect(try alice.leave().text == "")
      #expect(try ends.alice.read(message) == "for alice\n")
    }
  }

  @Test("Of what is piped in, an encrypted message or no text is not sent, nor what follows")
  func piped() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let alone = ["chat", "bob", "--listen", "127.0.0.1:0", "--wait", "1"]
      let armor = try ends.bob.write("okapi")
      for (input, what, hint) in [
        (Array("one\n\(armor)".utf8), "this is an encrypted message", "this chat encrypts by"),
        (
          [0x61, 0x0A, 0xFF, 0xD8, 0x0A, 0x61, 0x0A], "this line is not text",
          "and type: /file PATH"
        ),
      ] {
        let outcome = try End.program.run(
          alone, input: input, environment: ends.alice.environment)
        #expect(outcome.status == 65, "\(outcome.errors)")
        #expect(outcome.errors.contains("error: \(what)") && outcome.errors.contains(hint))
        #expect(outcome.errors.contains("error: 1 message has not been delivered to bob"))
        try ends.alice.succeed(["outbox", "bob", "--drop", "--yes"])
      }
    }
  }

  @Test("On the whole screen, a message can be pasted after the command; a file is saved")
  func screen() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let folder = "\(directory)/pictures"
      try Disk().createDirectory(folder)
      // It is no text.
      let picture: [UInt8] = [0xFF, 0xD8, 0xFF]
      try writeFile("\(folder)/cat.jpg", picture)
      let keys = try [
        ends.bob.write("quagga"), ends.bob.succeed(["encrypt", "alice", "\(folder)/cat.jpg"]),
      ].map { "send /paste \\x1b[200~\($0.replacing("\n", with: "\\r"))\\x1b[201~\\r" }
      let bare = try ends.bob.write("okapi").replacing("\n", with: "\\r")
      let mixed = try ends.bob.write("gnu").replacing("\n", with: " ")
      let played = try ends.alice.playTerminal(
        80, 24, "vernam chat bob --listen 127.0.0.1:0",
        [
          "expect * Waiting for bob on port", keys[0], "expect   bob: quagga",
          "send \\x1b[200~\(bare)\\x1b[201~\\r", "expect   bob: okapi", keys[1],
          "expect a file of 3 B, saved as",
          "send I come by bus tomorrow morning, and then she wrote \(mixed)\\r",
          "expect   bob: gnu", "expect * Only the encrypted message was read; your own words",
          "send /quit\\r", "expect ended 0",
        ], ["TERM": "xterm", "LC_ALL": "C.UTF-8"])
      #expect(played.contains("--- mode main, cursor, echo, lines") && !played.contains("quagga"))
      #expect(try readFile("\(directory)/cat.jpg") == picture)
    }
  }
}
