import Glibc
import System
import TestSupport
import Testing

@Suite("Files of a chat, and where they are saved")
struct ChatSavingTests {
  /// Calls `body` with a running chat, after alice has sent files with these names.
  private func withFiles(_ names: [String], _ body: (ChatInUse, String) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try Disk().createDirectory("\(directory)/sent")
      let (alice, bob) = try ChatInUse.start(ends, ["--plain"])
      for name in names {
        try name.save(at: "\(directory)/sent/\(name)")
        try alice.type("/file \(directory)/sent/\(name)")
      }
      for name in names { try bob.expect("alice sent a file: \(name)", inErrors: true) }
      try body(bob, directory)
      _ = try alice.leave()
      #expect(try bob.leave().status == 0)
    }
  }

  @Test("/save alone saves the only one that waits; of several, it asks for a number")
  func alone() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try Disk().createDirectory("\(directory)/sent")
      let alice = try ChatInUse(
        ends.alice, ["--listen", "127.0.0.1:0", "--plain"], in: "\(directory)/a")
      for name in ["a.txt", "b.txt"] {
        try name.save(at: "\(directory)/sent/\(name)")
        try alice.type("/file \(directory)/sent/\(name)")
      }
      _ = try ends.bob.playTerminal(
        80, 48, "vernam chat alice --plain --connect 127.0.0.1:\(alice.port())",
        [
          "expect type: /save 1", "expect type: /save 2", "send /save\\r",
          "expect several files are waiting to be saved: messages 1 and 2",
          "expect type the number of one, such as /save 1", "send /save 1 first\\r",
          "expect /first", "send /save\\r", "expect /b.txt", "send /save\\r",
          "expect no file is waiting to be saved", "send /quit\\r", "expect ended 0",
        ], ["TERM": "dumb"])
      #expect(try readFile("\(directory)/first") == Array("a.txt".utf8))
      #expect(try readFile("\(directory)/b.txt") == Array("b.txt".utf8))
      _ = try alice.leave()
    }
  }

  @Test("A link is not sent; the hint says what to name")
  func link() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let alice = try ChatInUse(
        ends.alice, ["--listen", "127.0.0.1:0", "--plain"], in: "\(directory)/a")
      try "a".save(at: "\(directory)/a.txt")
      try #require(symlink("a.txt", "\(directory)/link") == 0)
      try alice.type("/file \(directory)/link")
      try alice.expect("error: \(directory)/link is a link", inErrors: true)
      try alice.expect("hint: name the file that it points to", inErrors: true)
      _ = try alice.leave()
    }
  }

  @Test("A file of more than 16 MiB is refused, and spends nothing")
  func tooLarge() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "64M")
      let alice = try ChatInUse(
        ends.alice, ["--listen", "127.0.0.1:0", "--plain"], in: "\(directory)/a")
      let before = try ends.alice.status().text
      try Disk().create("\(directory)/large").overwriteWithZeros(bytes: 16 << 20..<16 << 20 + 1)
      try alice.type("/file \(directory)/large")
      try alice.expect(
        "large is 16777217 bytes, but a chat can carry at most 16777216 bytes", inErrors: true)
      try alice.expect("hint: run \"vernam encrypt bob FILE -o OUT\"", inErrors: true)
      #expect(try alice.leave().status == 0)
      #expect(try ends.alice.status().text == before)
    }
  }

  @Test("/drop gives up a file that the other person has not saved; what came after it stays")
  func dropped() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let (alice, bob) = try ChatInUse.start(ends, ["--plain"])
      try "a".save(at: "\(directory)/a.txt")
      try alice.type("/file \(directory)/a.txt")
      try bob.expect("alice sent a file: a.txt", inErrors: true)
      try alice.type("noon")
      try bob.expect("alice: noon")
      try alice.expect("Your message has arrived. 1 other message is waiting.", inErrors: true)
      try alice.type("/drop")
      try alice.expect("One of your messages was removed, but it had already left", inErrors: true)
      #expect(try ends.alice.status().text.contains("\"notDelivered\":0"))
      try alice.type("/drop")
      try alice.expect("No message is waiting for bob.", inErrors: true)
      _ = try alice.leave()
      _ = try bob.leave()
    }
  }

  @Test("One that is saved already is named, and is not saved again")
  func twice() throws {
    try withFiles(["a.txt"]) { bob, directory in
      try bob.type("/save 1 \(directory)/first")
      try bob.type("/save 1 \(directory)/second")
      try bob.type("/save 1 -")
      try bob.expect("error: a chat can save only to a file", inErrors: true)
      try bob.expect("error: message 1 is already saved as \(directory)/first", inErrors: true)
      #expect(try Disk().attributes(at: "\(directory)/second") == nil)
    }
  }

  @Test("In a folder, a file keeps its name, and replaces none", arguments: ["folder", "folder/"])
  func folder(_ typed: String) throws {
    try withFiles(["a.txt", "b.txt"]) { bob, directory in
      try Disk().createDirectory("\(directory)/folder")
      try "mine".save(at: "\(directory)/folder/b.txt")
      for number in [1, 2] { try bob.type("/save \(number) \(directory)/\(typed)") }
      try bob.expect("message 1: a file of 5 B, saved as \(directory)/folder/a.txt", inErrors: true)
      try bob.expect("hint: choose another name or folder: /save 2 FILE", inErrors: true)
      #expect(try readFile("\(directory)/folder/a.txt") == Array("a.txt".utf8))
      #expect(try readFile("\(directory)/folder/b.txt") == Array("mine".utf8))
      try bob.type("/save 2 \(directory)/none/")
      try bob.expect("\(directory)/none/ cannot be written", inErrors: true)
    }
  }

  @Test("A long text has no name to keep in a folder")
  func text() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "8M")
      try Disk().createDirectory("\(directory)/folder")
      let (alice, bob) = try ChatInUse.start(ends)
      try alice.type(#"{"text":"\#(String(repeating: "long ", count: 300_000))"}"#)
      try bob.expect(#"{"event":"file","save":1,"name":null,"bytes":1500000}"#)
      try bob.type(#"{"save":1,"path":"\#(directory)/folder"}"#)
      let error = try bob.expect(#"{"event":"error""#)
      #expect(error.contains("folder is a folder"), "\(error)")
      #expect(error.contains(#""hint":"choose another name or folder: /save 1 FILE""#), "\(error)")
      #expect(try Disk().list("\(directory)/folder") == [])
      _ = try [alice.leave(), bob.leave()]
    }
  }

  @Test("A file that was taken back after it had left, and is saved after all, is told of")
  func savedAfterAll() throws {
    try withTemporaryDirectory { directory in
      let talk = try ScreenTalk(in: directory)
      try "a".save(at: "\(directory)/a.txt")
      try #"{"save":1,"path":"\#(directory)/saved"}\#n"#.save(at: "\(directory)/command")
      let played = try talk.play(
        [
          "send /file \(directory)/a.txt\\r", "expect → you: [a.txt", "send /drop\\r",
          "expect may still read or save it. To take it back, press Enter", "send \\r",
          "expect but it had already left", "run cat \(directory)/command > \(directory)/b/0",
          "expect What you took back has arrived after all: bob has", "expect ✓ you: [a.txt",
        ] + ScreenTalk.leave)
      #expect(try readFile("\(directory)/saved") == [0x61], "\(played.rest)")
    }
  }
}
