import Foundation
import TestSupport
import Testing

@Suite("What a chat says of itself")
struct ChatNewsTests {
  /// Leaves alice so much pad, at most.
  private func use(_ ends: TwoEnds, leaving rest: Int) throws {
    let status = try JSONSerialization.jsonObject(with: Data(ends.alice.status().text.utf8))
    let contacts = (status as? [String: Any])?["contacts"] as? [[String: Any]]
    let left = try #require((contacts?.first?["send"] as? [String: Any])?["left"] as? Int)
    try ends.bob.read(ends.alice.write(String(repeating: "x", count: left - rest)))
  }

  @Test("It warns as encrypt does when the pad runs low, once, and when it is used up")
  func lowPad() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let (alice, bob) = try ChatInUse.start(ends, ["--plain"])
      try alice.type("first")
      try bob.expect("alice: first")
      #expect(try !alice.program.errorsSoFar().contains("running low"))
      try use(ends, leaving: 2200)
      try alice.type("next")
      let line = try alice.expect("warning: bob's pad is running low: ", inErrors: true)
      #expect(line.contains(/: [\d.]+ KiB, \d short messages? left$/), "\(line)")
      for number in 0..<9 { try alice.type("message \(number)") }
      try alice.expect(
        "warning: bob's pad is used up: meet and run \"vernam pair bob\" before the next message",
        inErrors: true)
      let errors = try alice.leave().errors
      #expect(errors.ranges(of: "running low").count == 1 && errors.ranges(of: "used up").count < 3)
      _ = try bob.leave()
    }
  }

  @Test("An end that listens says what the other one has to run")
  func listening() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let arguments = ["chat", "bob", "--plain", "--listen"]
      for (address, option) in [
        ("127.0.0.1:4321", "--through 'ssh THIS-HOST nc 127.0.0.1 4321'"),
        ("[::1]:4321", "--through 'ssh THIS-HOST nc ::1 4321'"),
      ] {
        #expect(
          try ends.alice.run(arguments + [address]).errors.contains(
            "Waiting for bob on port 4321. On bob's computer: vernam chat NAME \(option)\n"))
      }
    }
  }

  @Test("It warns at once if the pad is low when it begins, but not with --quiet")
  func lowFromTheBeginning() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try use(ends, leaving: 2200)
      let arguments = ["chat", "bob", "--listen", "127.0.0.1:0", "--plain"]
      let outcome = try ends.alice.run(arguments)
      #expect(outcome.errors.contains("warning: bob's pad is running low: "), "\(outcome.errors)")
      #expect(try ends.alice.run(arguments + ["--quiet"]).errors == "")
    }
  }

  @Test("It names messages that are missing, once in each chat; one that waits to be saved is not")
  func missing() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      try "picture".save(at: "\(directory)/cat.jpg")
      _ = try ends.alice.write("lost")
      let bob = try ChatInUse(
        ends.bob, ["--listen", "127.0.0.1:0", "--plain"], in: "\(directory)/b")
      let port = try bob.port(waitingFor: "alice")
      let alice = try ChatInUse(
        ends.alice, ["--connect", "127.0.0.1:\(port)", "--json"], in: "\(directory)/a")
      try alice.type(#"{"text":"two"}"#)
      try bob.expect(
        "An earlier message from alice has not arrived: it may still come, or alice took it back. If you "
          + "want to know, ask alice. Once you no longer expect it, leave, and run "
          + "\"vernam skip alice\".",
        inErrors: true)
      try alice.type(#"{"file":"\#(directory)/cat.jpg"}"#)
      try bob.expect("/save 3", inErrors: true)
      try alice.type(#"{"text":"four"}"#)
      try bob.expect("alice: four")
      try alice.expect(#"{"event":"arrived","id":3}"#)
      let skipped = try ends.bob.run(["skip", "alice", "--yes"])
      #expect(skipped.status == 75)
      #expect(
        skipped.errors == """
          error: a chat with alice is open on this computer
          hint: use that chat (type fg if you suspended it), or save the files that it offers, and leave it; if it is in the vernam window, lock or close that window

          """)
      #expect(try bob.leave().errors.ranges(of: /ha(s|ve) not arrived/).count == 1)
      _ = try alice.leave()
      let (again, other) = try ChatInUse.start(ends, ["--plain"])
      for text in ["five", "six"] {
        try again.type(text)
        try other.expect("alice: \(text)")
      }
      #expect(try other.leave().errors.ranges(of: /ha(s|ve) not arrived/).count == 1)
      _ = try again.leave()
    }
  }

  @Test("For programs, it names them as numbers")
  func missingForPrograms() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      for _ in 1...2 { _ = try ends.alice.write("lost") }
      let (alice, bob) = try ChatInUse.start(ends)
      try alice.type(#"{"text":"three"}"#)
      try bob.expect(#"{"event":"missing","numbers":[[1,2]]}"#)
      for end in [alice, bob] { _ = try end.leave() }
    }
  }

  @Test("It delivers what another command left in the outbox meanwhile, and says so")
  func otherCommand() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let (alice, bob) = try ChatInUse.start(ends)
      let beside = try ends.alice.run(
        ["chat", "bob", "--listen", "127.0.0.1:0", "--plain"], input: "beside\n")
      #expect(
        beside.errors.contains(
          "Another chat with bob is open on this computer. It delivers what you send here."))
      #expect(beside.status == 0, "\(beside.errors)")
      #expect(
        beside.errors.hasSuffix(
          "The open chat has delivered this message, unless you removed it from the outbox.\n"))
      try bob.expect(#""text":"beside"}"#)
      try alice.expect(#"{"event":"arrived","id":1}"#)
      try alice.type(#"{"text":"own"}"#)
      try alice.expect(#"{"event":"arrived","id":2}"#)
      let events = try alice.leave().lines(without: ["waiting", "listening", "here"])
      #expect(
        events
          == [1, 2].flatMap { id in
            ["kept", "sent", "arrived"].map { #"{"event":"\#($0)","id":\#(id)}"# }
          })
      #expect(try bob.leave().lines().count { $0.contains(#""event":"message""#) } == 2)
    }
  }

  @Test("Once all that was waiting has arrived, the screen says so")
  func earlier() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let alone = ["chat", "bob", "--listen", "127.0.0.1:0", "--wait", "1"]
      #expect(try ends.alice.run(alone, input: "one\ntwo\n").status == 75)
      let bob = try ChatInUse(
        ends.bob, ["--listen", "127.0.0.1:0", "--json"], in: "\(directory)/b")
      let played = try ends.alice.playTerminal(
        80, 24, "vernam chat bob --connect 127.0.0.1:\(bob.port())",
        [
          "expect * 2 earlier messages are waiting to be delivered.",
          "expect * Your earlier messages have arrived.", "show", "send   \\r/quit\\r",
          "expect ended 0",
        ], ["TERM": "xterm", "LC_ALL": "C.UTF-8"])
      #expect(
        played.ranges(of: "Your earlier messages have arrived.").count == 1, "\(played)")
      for text in ["one", "two"] { try bob.expect("\"text\":\"\(text)\"") }
      _ = try bob.leave()
    }
  }

  @Test("With --verbose, it says who calls, where it calls, and why that failed")
  func verbose() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let (alice, bob) = try ChatInUse.start(ends, ["--json", "-v"])
      let port = try alice.port()
      try bob.expect("calling 127.0.0.1:\(port)", inErrors: true)
      try bob.expect("connected with 127.0.0.1:\(port)", inErrors: true)
      let called = try alice.expect("127.0.0.1:", inErrors: true)
      #expect(called.hasSuffix(" calls"))
      try alice.expect("connected with 127.0.0.1:", inErrors: true)
      let stranger = try Program("python3").run(
        [
          "-c",
          "import socket; line = socket.create_connection(('127.0.0.1', \(port))); "
            + "line.sendall(bytes(48)); print(len(line.recv(48)))",
        ])
      #expect(stranger.text == "48\n")
      try alice.expect(" shares no pad with you", inErrors: true)
      for end in [alice, bob] { #expect(try end.leave().status == 0) }
    }
  }
}
