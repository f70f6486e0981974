import System
import TestSupport
import Testing

@Suite("Many processes at once")
struct ParallelTests {
  private static let processes = 8
  private static let rounds = Machine.environment("VERNAM_LONG") == "1" ? 100 : 25

  @Test("Eight encrypting processes never use the same chunk, and the other end reads everything")
  func encrypting() throws {
    let seeded = Seeded()
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "1M")
      var ledger = Ledger()
      for round in 0..<ParallelTests.rounds {
        let texts = (0..<ParallelTests.processes).map { "round \(round), process \($0)\n" }
        for (text, outcome) in zip(texts, try encrypt(texts, ends, "\(directory)/\(round)")) {
          #expect(outcome.status == 0, "\(outcome.errors)")
          #expect(try ledger.enter(outcome.output, saying: text, ends))
        }
      }
      #expect(ledger.entries.count == ParallelTests.processes * ParallelTests.rounds)
      ledger.expectDisjoint()
      try ledger.expectReadable(by: ends.bob, seeded)
      #expect(try ends.bob.status().text.contains("\"missing\":0"))
    }
  }

  @Test("Sixteen that write, read and inspect one vault do not collide, and nothing is lost")
  func mixed() throws {
    let seeded = Seeded()
    try withTemporaryDirectory { directory in
      let ends = try TwoEnds(in: directory, size: "1M")
      var ledger = Ledger()
      for round in 0..<ParallelTests.rounds / 5 {
        let texts = (0..<6).map { "round \(round), message \($0)\n" }
        let received = try texts.map { try ends.bob.write($0) }
        let jobs =
          texts.map { (["encrypt", "bob", "--quiet"], $0) }
          + received.map { (["decrypt", "--quiet"], $0) }
          + (0..<4).map { _ in (["status", "--json"], "") }
        let outcomes = try run(jobs, at: ends.alice, "\(directory)/\(round)")
        #expect(outcomes.map(\.status) == Array(repeating: 0, count: 16), "\(outcomes)")
        for (text, outcome) in zip(texts, outcomes) {
          #expect(try ledger.enter(outcome.output, saying: text, ends))
        }
        #expect(outcomes[6..<12].map(\.text) == texts)
        let again = try ends.alice.run(["decrypt"], input: received.joined())
        #expect(again.status == 65 && again.text == "", "read once: \(again.all)")
      }
      ledger.expectDisjoint()
      try ledger.expectReadable(by: ends.bob, seeded)
      for end in [ends.alice, ends.bob] {
        #expect(try end.status().text.contains("\"missing\":0"))
      }
    }
  }

  /// Encrypts all texts at the same time, each in its own process.
  private func encrypt(
    _ texts: [String], _ ends: TwoEnds, _ directory: String
  ) throws -> [Program.Outcome] {
    try run(texts.map { (["encrypt", "bob", "--quiet"], $0) }, at: ends.alice, directory)
  }

  /// Runs all command lines at the same time, each with its input.
  private func run(
    _ jobs: [(arguments: [String], input: String)], at end: End, _ directory: String
  ) throws -> [Program.Outcome] {
    try Disk().createDirectory(directory)
    defer { removeTree(directory) }
    var running: [RunningProgram] = []
    for (number, job) in jobs.enumerated() {
      let place = "\(directory)/\(number)"
      try Disk().createDirectory(place)
      try job.input.save(at: "\(place)/0")
      running.append(try end.start(job.arguments, in: place))
    }
    return try running.map { try $0.finish() }
  }
}
