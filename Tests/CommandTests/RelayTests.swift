import Foundation
import System
import TestSupport
import Testing

/// Two ends on a wire that somebody else holds, who changes one byte of the transfer.
@Suite("A byte that was changed on the wire")
struct RelayTests {
  /// Bytes that the joiner sends before its first frame: M0, M2 and its confirmation.
  private static let joinerHandshake = 74 + 1162 + 32
  /// Bytes that the listener sends before its first frame: M1, M3 and its confirmation.
  private static let listenerHandshake = 1284 + 32 + 32
  /// Bytes of a frame besides its text.
  private static let overhead = 17

  /// Pairs over a relay that changes that byte of what `sender` sends. With `whenHeld` the byte and
  /// all after it do not arrive; it is called as soon as one was held back.
  private func pair(
    in directory: String, changing offset: Int, of sender: String,
    listening: [String] = [], joining: [String] = [],
    whenHeld: ((_ joiner: RunningProgram) -> Void)? = nil
  ) throws -> (listener: Program.Outcome, joiner: Program.Outcome) {
    let alice = End(directory, "alice", peer: "bob")
    let bob = End(directory, "bob", peer: "alice")
    for end in [alice, bob] { try end.succeed(["init", "--no-passphrase"]) }
    let listener = try PairingScreenInUse(
      alice, ["--listen", "127.0.0.1:0", "--verbose"] + listening, in: "\(directory)/listener")
    let port = try listener.program.line(beginning: "listening on port ", inErrors: true)
    try Disk().createDirectory("\(directory)/relay")
    try writeFile("\(directory)/relay/0", [])
    let relay = try Program("python3").start(
      [Fixtures.root + "/Tests/CommandTests/relay.py", port, sender, "\(offset)"]
        + (whenHeld == nil ? [] : ["hold"]),
      in: "\(directory)/relay", environment: [:])
    let place = try relay.line(beginning: "")
    let joiner = try PairingScreenInUse(
      bob, ["--connect", "127.0.0.1:\(place)"] + joining, in: "\(directory)/joiner")
    let codes = try (listener.code(), joiner.code())
    try listener.keyboard.type(codes.1 + "\n")
    try joiner.keyboard.type(codes.0 + "\n")
    if let whenHeld {
      _ = try relay.line(beginning: "held")
      whenHeld(joiner.program)
    }
    let joined = try joiner.program.finish()
    _ = try relay.finish()
    // After a failure the listener goes on listening.
    try wait(for: "the listener's verdict") {
      let said = try listener.program.errorsSoFar()
      return said.contains("error: ") || said.contains("Done. ")
    }
    if try listener.program.errorsSoFar().contains("error: ") { listener.program.send(SIGINT) }
    return (try listener.program.finish(), joined)
  }

  @Test(
    "in the hello: the giver ends with 75 and says so, though quiet, and the taker has its pad")
  func hello() throws {
    try withTemporaryDirectory { directory in
      let acknowledgement = 8 + RelayTests.overhead
      let offset = RelayTests.listenerHandshake + acknowledgement + 50
      let (taker, giver) = try pair(
        in: directory, changing: offset, of: "listener", joining: ["--size", "64K", "--quiet"])
      #expect(giver.status == 75)
      #expect(
        giver.errors.hasPrefix(
          "error: alice did not confirm the pad: the data was changed on the way\nhint: "),
        "\(giver.errors)")
      #expect(taker.status == 0, "\(taker.errors)")
      #expect(
        taker.errors.contains(
          "warning: bob did not confirm the pad: the other computer gave up: it had an error\n"
            + "hint: write to bob first; "), "\(taker.errors)")
    }
  }

  @Test(
    "A giver that is stopped while it waits for the hello says what to do, and keeps its copy",
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func stoppedAtHello(by signal: Int32) throws {
    try withTemporaryDirectory { directory in
      let (taker, giver) = try pair(
        in: directory, changing: RelayTests.listenerHandshake + 8 + RelayTests.overhead,
        of: "listener", joining: ["--size", "64K"]
      ) { $0.send(signal) }
      #expect(giver.status == 75)
      let said = giver.errors.split(separator: "\n").suffix(2)
      #expect(said.first == "error: the connection ended before alice confirmed the pad")
      #expect(
        said.last?.hasPrefix(
          "hint: if the other screen says that you share a pad, you can write once you ")
          == true)
      #expect(taker.status == 0, "\(taker.errors)")
      #expect(taker.errors.contains("\nDone. You share 64.0 KiB with bob"))
      let (alice, bob) = (
        End(directory, "alice", peer: "bob"), End(directory, "bob", peer: "alice")
      )
      #expect(try alice.status().text.contains("\"confirmed\":true"))
      #expect(try bob.status().text.contains("\"confirmed\":false"))
      #expect(try bob.run(["encrypt", "alice"], input: "too early\n").status == 75)
      #expect(try bob.read(alice.write("I hold it\n")) == "I hold it\n")
      #expect(try alice.read(bob.write("so do I\n")) == "so do I\n")
    }
  }

  @Test(
    "in mid-transfer: the end that notices tells the other, which does not wait for it",
    arguments: ["caller", "listener"])
  func transfer(sender: String) throws {
    try withTemporaryDirectory { directory in
      let offset =
        sender == "caller"
        ? RelayTests.joinerHandshake + 5 : RelayTests.listenerHandshake + 3_000_000
      let (giver, taker) = try pair(
        in: directory, changing: offset, of: sender, listening: ["--size", "24M"])
      let (finder, other) = sender == "caller" ? (giver, taker) : (taker, giver)
      #expect(finder.errors.contains("the data was changed on the way"), "\(finder.errors)")
      #expect(other.errors.contains("the other computer gave up"), "\(other.errors)")
      #expect(!other.errors.contains("The connection is lost"), "\(other.errors)")
      for outcome in [giver, taker] { #expect(outcome.status != 0) }
    }
  }
}
