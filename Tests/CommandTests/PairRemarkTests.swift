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
