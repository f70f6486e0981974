import Glibc
import System
import TestSupport
import Testing

@Suite("What pair says about what it finds")
struct PairRemarkTests {
  @Test("A name that is easily confused with a contact's is pointed out")
  func lookalike() throws {
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory)
      let outcome = try ends.alice.run(
        ["pair", "Bob", "--carry", "\(directory)/new", "--size", "26K"])
      #expect(outcome.status == 0)
      #expect(
        outcome.errors.contains(
          """
          You have a contact bob; this makes a new one. If you mean bob, press \
          Ctrl+C and run "vernam pair bob".

          """))
    }
  }

  @Test("A first message that closes the new pad: nobody is told to write on it")
  func closedAtOnce() throws {
    try withTemporaryDirectory { directory in
      let alice = End(directory, "alice", peer: "bob")
      try alice.succeed(["init", "--no-passphrase"])
      let giver = try PairingScreenInUse(
        alice, ["--listen", "127.0.0.1:0", "--size", "64K", "--verbose"], in: "\(directory)/giver")
      let port = try giver.program.line(beginning: "listening on port ", inErrors: true)
      let keyboard = try Keyboard(at: "\(directory)/0")
      let taker = try Program("python3").start(
        [
          "-B", "\(Fixtures.root)/Tests/PairingTests/vernam_pairing.py", "join-ahead", "127.0.0.1",
          port,
        ], in: directory)
      try keyboard.type(giver.code() + "\n")
      try wait(for: "the taker's code") { try taker.outputSoFar().contains("\n") }
      try giver.keyboard.type(taker.outputSoFar())
      #expect(try taker.finish().status == 0)
      let outcome = try giver.program.finish()
      #expect(outcome.status == 0)
      #expect(
        outcome.errors.contains(
          "warning: you can no longer send to bob on these pads: messages from you have arrived "
            + "that this vault did not send\n"))
      #expect(outcome.errors.contains(/\nDone\. You share 64\.0 KiB with bob: .* to receive\n/))
      #expect(outcome.errors.ranges(of: "meet bob and run \"vernam pair bob\"\n").count == 1)
      #expect(!outcome.errors.contains("vernam encrypt"), "\(outcome.errors)")
    }
  }

  @Test("A transfer that stands still is reported, and goes on")
  func stall() throws {
    try withTemporaryDirectory { directory in
      for (name, peer) in [("alice", "bob"), ("bob", "alice")] {
        try End(directory, name, peer: peer).succeed(["init", "--no-passphrase"])
      }
      let (giver, taker) = try PairingScreenInUse.pair(in: directory)
      let codes = try (giver.code(), taker.code())
      try taker.keyboard.type(codes.0 + "\n")
      try wait(for: "the taker's verdict") {
        try taker.program.errorsSoFar().contains("Right. ")
      }
      taker.program.send(SIGSTOP)
      try giver.keyboard.type(codes.1 + "\n")
      try wait(for: "a word about it") {
        try giver.program.errorsSoFar().contains(
          "The transfer has stalled: waiting for the other computer.\n")
      }
      taker.program.send(SIGCONT)
      #expect(try giver.program.finish().status == 0)
      #expect(try taker.program.finish().status == 0)
    }
  }
}
