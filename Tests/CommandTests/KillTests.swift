import Glibc
import System
import TestSupport
import Testing

@Suite("Killed at any moment", .serialized)
struct KillTests {
  private static let rounds = Machine.environment("VERNAM_LONG") == "1" ? 1000 : 200

  @Test("A killed encrypt has printed a message of its own, or none")
  func encrypting() throws {
    let seeded = Seeded()
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "1M")
      let time = try duration { _ = try ends.alice.write("warm\n") }
      var ledger = Ledger()
      for round in 0..<KillTests.rounds {
        let text = "round \(round)\n"
        let outcome = try killed(
          ends.alice, ["encrypt", "bob"], text, in: "\(directory)/\(round)",
          after: seeded.number(in: 0...time * 5 / 4))
        _ = try ledger.enter(outcome.output, saying: text, ends)
      }
      let last = try ends.alice.run(["encrypt", "bob"], input: "last\n")
      #expect(try ledger.enter(last.output, saying: "last\n", ends))
      expectBoth(ledger.entries.count - 1, "printed")
      ledger.expectDisjoint()
      try ledger.expectReadable(by: ends.bob, seeded)
    }
  }

  @Test("A killed decrypt has printed the message, or leaves it readable")
  func decrypting() throws {
    let seeded = Seeded()
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "1M")
      let warm = try ends.alice.write("warm\n")
      let time = try duration { try ends.bob.read(warm) }
      var delivered = 0
      for round in 0..<KillTests.rounds {
        let text = "round \(round)\n"
        let message = try ends.alice.write(text)
        let first = try killed(
          ends.bob, ["decrypt"], message, in: "\(directory)/\(round)",
          after: seeded.number(in: 0...time * 5 / 4))
        #expect(first.text == text || first.text == "")
        let again = try ends.bob.run(["decrypt", "--quiet"], input: message)
        let isThere = again.status == 0 && again.text == text
        let isRead = again.status == 65 && again.text == "" && first.text == text
        #expect(isThere || isRead, "round \(round): \(again.errors)")
        delivered += first.text == text ? 1 : 0
        #expect(try ends.bob.run(["decrypt"], input: message).status == 65, "read once")
      }
      expectBoth(delivered, "delivered")
      #expect(try ends.bob.status().text.contains("\"missing\":0"))
    }
  }

  /// A test in which every run got through, or none did, proves nothing.
  private func expectBoth(_ count: Int, _ what: String) {
    Figures.report("kill -9, \(what)", "\(count) of \(KillTests.rounds) before the kill")
    #expect((1..<KillTests.rounds).contains(count))
  }

  /// The time that `body` takes, in microseconds.
  private func duration(_ body: () throws -> Void) rethrows -> Int {
    let time = try ContinuousClock().measure(body)
    return Int(time / .microseconds(1))
  }

  private func killed(
    _ end: End, _ arguments: [String], _ input: String, in place: String, after delay: Int
  ) throws -> Program.Outcome {
    try Disk().createDirectory(place)
    defer { removeTree(place) }
    try input.save(at: "\(place)/0")
    let running = try end.start(arguments, in: place)
    usleep(UInt32(delay))
    running.send(SIGKILL)
    return try running.finish()
  }
}
