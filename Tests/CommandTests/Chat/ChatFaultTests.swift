import Foundation
import Glibc
import System
import TestSupport
import Testing

@Suite("A chat while other things happen to the vault")
struct ChatFaultTests {
  /// The texts that it printed.
  private func texts(_ outcome: Program.Outcome) throws -> [String] {
    try outcome.lines().compactMap { line in
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return object["event"] as? String == "message" ? object["text"] as? String : nil
    }
  }

  private func say(_ text: String) -> String { #"{"text":"\#(text)"}"# }

  @Test("encrypt and decrypt work beside it, at both ends")
  func beside() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "256K")
      let (alice, bob) = try ChatInUse.start(ends)
      for number in 1...5 {
        try alice.type(say("said \(number)"))
        try bob.type(say("answered \(number)"))
        #expect(try ends.bob.read(ends.alice.write("pasted \(number)\n")) == "pasted \(number)\n")
        #expect(try ends.alice.read(ends.bob.write("back \(number)\n")) == "back \(number)\n")
      }
      for end in [alice, bob] { try end.expect(#"{"event":"arrived""#, times: 5) }
      #expect(try texts(alice.leave()) == (1...5).map { "answered \($0)" })
      #expect(try texts(bob.leave()) == (1...5).map { "said \($0)" })
      for end in [ends.alice, ends.bob] {
        let status = try end.status().text
        #expect(status.contains("\"missing\":0") && status.contains("\"notDelivered\":0"))
      }
    }
  }

  @Test("A second chat with the same contact is refused while the first is open, and not after it")
  func twoChats() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "256K")
      let (alice, bob) = try ChatInUse.start(ends)
      for _ in 1...2 {
        let second = try ends.alice.run(["chat", "bob", "--json", "--listen", "127.0.0.1:0"])
        #expect(second.status == 75)
        #expect(second.text.isEmpty)
        let words = "error: a chat with bob is open on this computer"
        #expect(second.errors.contains(words), "\(second.errors)")
        #expect(
          second.errors.contains(
            "use that chat (type fg if you suspended it), or save the files that it offers, and leave it; if "
              + "it is in the vernam window, lock or close that window"
          ))
      }
      try alice.type(say("hello"))
      try bob.expect("hello")
      let port = try alice.port()
      #expect(try alice.leave().status == 0)
      let third = try ChatInUse(
        ends.alice, ["--listen", "127.0.0.1:\(port)", "--json"], in: "\(directory)/third")
      try third.type(say("hello again"))
      try bob.expect("hello again")
      #expect(try third.leave().status == 0)
      #expect(try texts(bob.leave()) == ["hello", "hello again"])
    }
  }

  @Test("When the pad is used up, that is said, and the other can still write")
  func usedUp() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let (alice, bob) = try ChatInUse.start(ends)
      let status = try JSONSerialization.jsonObject(with: Data(ends.alice.status().text.utf8))
      let contacts = (status as? [String: Any])?["contacts"] as? [[String: Any]]
      let left = try #require((contacts?.first?["send"] as? [String: Any])?["left"] as? Int)
      _ = try ends.bob.read(ends.alice.write(String(repeating: "x", count: left - 1000)))
      var count = 0
      while try !alice.program.outputSoFar().contains(#"{"event":"error""#) {
        try #require(count < 10)
        try alice.type(say("message \(count)"))
        count += 1
        try wait(for: "a verdict") {
          let text = try alice.program.outputSoFar()
          return text.contains(#"{"event":"kept","id":\#(count)}"#)
            || text.contains(#"{"event":"error""#)
        }
      }
      let error = try alice.expect(#"{"event":"error""#)
      #expect(error.contains(#""hint":"meet"#), "\(error)")
      try bob.type(say("still here"))
      try alice.expect("still here")
      try alice.expect(#"{"event":"arrived","id":\#(count - 1)}"#)
      #expect(try alice.leave().status == 0)
      #expect(try texts(bob.leave()) == (0..<count - 1).map { "message \($0)" })
    }
  }

  @Test("When sending is closed in the middle, that is said, and the other can still write")
  func closed() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let (alice, bob) = try ChatInUse.start(ends)
      try ends.copyState()
      try ends.alice.succeed(["adopt", "--yes"])
      let before = try ends.alice.status().text
      try alice.type(say("never said"))
      try alice.expect(#"{"event":"error""#)
      try bob.type(say("still here"))
      try alice.expect("still here")
      try bob.expect(#"{"event":"arrived","id":1}"#)
      #expect(try alice.leave().status == 0)
      #expect(try texts(bob.leave()) == [])
      #expect(before.contains("\"notDelivered\":0"))
    }
  }

  @Test("When the pad is forgotten in the middle, nothing is sent or confirmed any more")
  func forgotten() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let (alice, bob) = try ChatInUse.start(ends)
      try alice.type(say("before"))
      try alice.expect(#"{"event":"arrived","id":1}"#)
      try ends.alice.succeed(["forget", "bob", "--yes"])
      try alice.type(say("never said"))
      let error = try alice.expect(#"{"event":"error""#)
      #expect(error.contains("vernam pair"), "\(error)")
      try bob.type(say("never read"))
      try bob.expect(#"{"event":"sent","id":1}"#)
      try alice.expect(#"{"event":"error""#, times: 2)
      #expect(try alice.leave().status == 0)
      bob.program.send(SIGTERM)
      #expect(try texts(bob.program.finish(withinSeconds: 120)) == ["before"])
      #expect(try ends.bob.status().text.contains("\"notDelivered\":1"))
    }
  }

  @Test("While the vault is elsewhere, each message says so; nothing is lost or confirmed")
  func moved() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let (alice, bob) = try ChatInUse.start(ends)
      try #require(rename(ends.alice.vault, "\(directory)/elsewhere") == 0)
      try alice.type(say("never said"))
      try alice.expect(#"{"event":"error""#)
      try bob.type(say("later"))
      try bob.expect(#"{"event":"sent","id":1}"#)
      try alice.expect(#"{"event":"error""#, times: 2)
      #expect(try ends.bob.status().text.contains("\"notDelivered\":1"))
      try #require(rename("\(directory)/elsewhere", ends.alice.vault) == 0)
      try alice.type(say("now"))
      try bob.expect("now")
      bob.program.send(SIGTERM)
      #expect(try texts(bob.program.finish(withinSeconds: 120)) == ["now"])
      #expect(try texts(alice.leave()) == [])
      let (alice2, bob2) = try ChatInUse.start(ends, ["--json"], "again")
      try bob2.expect(#"{"event":"arrived","id":1}"#)
      #expect(try texts(alice2.leave()) == ["later"])
      _ = try bob2.leave()
    }
  }
}

@Suite("A chat on a disk that takes nothing", .enabled(if: geteuid() == 0, "only root may mount"))
struct ChatDiskTests {
  private func say(_ text: String) -> String { #"{"text":"\#(text)"}"# }

  /// Runs `body` with both vaults on a small file system in memory, and a directory elsewhere.
  private func withSmallDisk(_ body: (TwoEnds, String) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      let disk = "\(directory)/disk"
      try Disk().createDirectory(disk)
      let options = ["-t", "tmpfs", "-o", "size=16m,mode=0700", "small", disk]
      try #require(Program("mount").run(options).status == 0)
      defer { _ = try? Program("umount").run(["-l", disk]) }
      try body(TwoEnds(in: disk), directory)
    }
  }

  /// Writes a file that takes all the room there is.
  private func fill(_ path: String) throws {
    let file = try Disk().create(path)
    let page = [UInt8](repeating: 1, count: 4096)
    var offset = 0
    while (try? file.write(page.span, at: offset)) != nil { offset += page.count }
  }

  @Test("A full disk takes no message, which costs no pad; with room again, all goes on")
  func full() throws {
    try withSmallDisk { ends, directory in
      let (alice, bob) = try ChatInUse.start(ends, in: directory)
      let before = try ends.alice.status().text
      try fill("\(ends.directory)/full")
      try alice.type(say("no room"))
      let error = try alice.expect(#"{"event":"error""#)
      #expect(error.contains("No space left on device"), "\(error)")
      #expect(try ends.alice.status().text == before)
      try Disk().remove("\(ends.directory)/full")
      try alice.type(say("room"))
      try bob.expect("room")
      try alice.expect(#"{"event":"arrived","id":1}"#)
      #expect(try !bob.leave().text.contains("no room"))
      _ = try alice.leave()
    }
  }

  @Test("A vault that cannot be written sends and confirms nothing, and says why")
  func readOnly() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let vault = ends.alice.vault
      let (alice, bob) = try ChatInUse.start(ends)
      try #require(Program("mount").run(["--bind", vault, vault]).status == 0)
      defer { _ = try? Program("umount").run(["-l", vault]) }
      try #require(Program("mount").run(["-o", "remount,bind,ro", vault]).status == 0)
      try alice.type(say("not said"))
      let error = try alice.expect(#"{"event":"error""#)
      #expect(error.contains("Read-only file system"), "\(error)")
      try bob.type(say("not read yet"))
      try alice.expect("Read-only file system", times: 2)
      #expect(try ends.bob.status().text.contains("\"notDelivered\":1"))
      #expect(try alice.leave().text.contains("not read yet") == false)
      bob.program.send(SIGTERM)
      #expect(try !bob.program.finish(withinSeconds: 120).text.contains("not said"))
    }
  }
}
