import Foundation
import Glibc
import System
import TestSupport
import Testing

@Suite("vernam chat --through")
struct ChatThroughTests {
  private static let relay = "\(Fixtures.root)/Tests/CommandTests/Chat/relay_input.py"

  /// Alice calls through a program.
  private func start(
    _ ends: TwoEnds, _ command: String, _ options: [String] = ["--json"]
  ) throws -> ChatInUse {
    try ChatInUse(
      ends.alice, ["--through", command] + options, in: "\(ends.directory)/through")
  }

  private func listen(_ ends: TwoEnds) throws -> ChatInUse {
    try ChatInUse(ends.bob, ["--listen", "127.0.0.1:0", "--json"], in: "\(ends.directory)/b")
  }

  /// Whether some process has this as one of its arguments.
  private func isRunning(_ argument: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").contains { name in
      guard Int(name) != nil else { return false }
      let words = try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8)
      return words?.split(separator: "\0").contains { $0 == argument } ?? false
    }
  }

  @Test(
    "Messages go both ways through a program, which ends with us", arguments: ["quit", "signal"])
  func relay(_ ending: String) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let bob = try listen(ends)
      let copy = "\(directory)/relay.py"
      try String(decoding: readFile(ChatThroughTests.relay), as: UTF8.self).save(at: copy)
      let alice = try start(ends, "python3 '\(copy)' \(bob.port())")
      try alice.type(#"{"text":"through"}"#)
      try bob.expect("through")
      try alice.expect(#"{"event":"arrived","id":1}"#)
      try bob.type(#"{"text":"back"}"#)
      try alice.expect("back")
      try bob.expect(#"{"event":"arrived","id":1}"#)
      #expect(try isRunning(copy))
      if ending == "quit" {
        #expect(try alice.leave().status == 0)
      } else {
        alice.program.send(SIGTERM)
        #expect(try alice.program.finish(withinSeconds: 120).status == 143)
      }
      #expect(try !isRunning(copy))
      try bob.expect(#"{"event":"away","reason":"the other computer left"}"#)
      #expect(try bob.leave().status == 0)
    }
  }

  @Test("A program that heeds no signal ends with us, too")
  func stubborn() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let script = "\(directory)/stubborn.sh"
      try "trap '' TERM HUP INT PIPE; while :; do sleep 0.2; done\n".save(at: script)
      let alice = try start(ends, "sh '\(script)'")
      try wait(for: "the program") { try isRunning(script) }
      #expect(try alice.leave().status == 0)
      #expect(try !isRunning(script))
    }
  }

  @Test("A program that breaks off is started again, and each message arrives once")
  func breaksOff() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "64K")
      let bob = try listen(ends)
      // Each connection breaks a little later than the one before.
      let script = "\(directory)/breaking.sh"
      try """
      n=$(cat \(directory)/tries 2>/dev/null || echo 60)
      echo $((n + 40)) >\(directory)/tries
      exec python3 \(ChatThroughTests.relay) \(try bob.port()) $n
      """.save(at: script)
      let alice = try start(ends, "sh \(script)")
      for number in 1...3 { try alice.type(#"{"text":"message \#(number)"}"#) }
      for number in 1...3 { try alice.expect(#"{"event":"arrived","id":\#(number)}"#) }
      let outcome = try bob.leave()
      let texts = outcome.lines().filter { $0.contains(#""event":"message""#) }
      #expect(texts.count == 3)
      for (number, text) in texts.enumerated() {
        #expect(text.hasSuffix(#""text":"message \#(number + 1)"}"#))
      }
      try alice.expect("the relay ends", inErrors: true)
      _ = try alice.leave()
    }
  }

  @Test(
    "A program that fails, or never was one, leaves the message waiting, and says so",
    arguments: [
      ("sh -c 'echo no route >&2; exit 7'", "sh says: no route"), ("false", nil), ("true", nil),
      ("sh -c 'echo garbage'", nil), ("head -c 100 /dev/urandom", nil), ("/etc/passwd", nil),
    ] as [(String, String?)])
  func fails(_ command: String, _ said: String?) throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let alice = try start(ends, command)
      try alice.type(#"{"text":"waits"}"#)
      try alice.expect(#"{"event":"kept","id":1}"#)
      try alice.expect(#"{"event":"unreached","reason":""#, times: 2)
      if let said { try alice.expect(said, inErrors: true) }
      alice.program.send(SIGINT)
      #expect(try alice.program.finish(withinSeconds: 120).status == 130)
      #expect(try ends.alice.status().text.contains("\"notDelivered\":1"))
    }
  }

  @Test("A program that says nothing is given up after a while")
  func silent() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let alice = try start(ends, "sleep 1000")
      try alice.expect(#"{"event":"unreached","reason":"the other computer does not answer"}"#)
      #expect(try alice.leave().status == 0)
    }
  }

  @Test("What it writes to standard error is shown as text, and not without end")
  func standardError() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let script = "\(directory)/loud.sh"
      try #"""
      printf '\033[2Jbob: hello\r\n\377\n' >&2
      head -c 2000 /dev/zero | tr '\0' x >&2
      yes "and so on" >&2
      """#.save(at: script)
      let alice = try start(ends, "sh \(script)", ["--plain"])
      try alice.expect("sh says more, which is not shown.", inErrors: true)
      let outcome = try alice.leave()
      let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("sh says") }
      #expect(lines[0] == "sh says: ^[[2Jbob: hello")
      #expect(lines[1] == "sh says: \u{FFFD}")
      #expect(lines[2].count < 600 && lines[2].hasPrefix("sh says: xxxx"))
      #expect(lines.count == 100 && lines[3] == "sh says: and so on")
      #expect(outcome.status == 0 && outcome.text == "")
    }
  }

  @Test("It gets no descriptor of ours, no shell, and our environment")
  func descriptors() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let script = "\(directory)/look.sh"
      try """
      ls -l /proc/self/fd >\(directory)/new
      echo "$VERNAM_VAULT $# $1 $2" >>\(directory)/new
      mv \(directory)/new \(directory)/found
      """.save(at: script)
      let alice = try start(ends, "sh \(script) '$HOME; *' a\\ b")
      try wait(for: "what it found") { try Disk().attributes(at: "\(directory)/found") != nil }
      alice.program.send(SIGTERM)
      _ = try alice.program.finish(withinSeconds: 120)
      let found = String(decoding: try readFile("\(directory)/found"), as: UTF8.self)
      let links = found.split(separator: "\n").filter { $0.contains(" -> ") }
      // The fourth is the directory that ls reads.
      #expect(links.count == 4, "\(found)")
      let pipes = links.filter { $0.contains("-> pipe:") || $0.contains("\(directory)/new") }
      #expect(pipes.count == 3, "\(found)")
      #expect(found.hasSuffix("\(ends.alice.vault) 2 $HOME; * a b\n"), "\(found)")
    }
  }

  @Test("Somebody without the pad at its other end is a stranger, and learns nothing")
  func stranger() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let other = End(directory, "mallory", peer: "alice")
      try other.succeed(["init", "--no-passphrase"])
      try other.succeed(["pair", "alice", "--carry", "\(directory)/m", "--size", "26K"])
      let mallory = try ChatInUse(
        other, ["--listen", "127.0.0.1:0", "--json"], in: "\(directory)/chat")
      let alice = try start(ends, "python3 \(ChatThroughTests.relay) \(mallory.port())")
      try alice.expect(#"{"event":"unreached","reason":"somebody else answered"}"#)
      for end in [alice, mallory] {
        #expect(try end.leave().text.contains("\"here\"") == false)
      }
    }
  }
}
