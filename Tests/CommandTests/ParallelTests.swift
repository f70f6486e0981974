import System
import TestSupport
import Testing

@Suite("Many processes at once")
struct ParallelTests {
  private static let processes = 8
  private static let rounds = Machine.environment("VERNAM_LONG") == "1" ? 100 : 25

  @Test("Eight that encrypt never use the same chunk, and the other end reads all of it")
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

  /// All texts at the same time, each in a process of its own.
  private func encrypt(
    _ texts: [String], _ ends: TwoEnds, _ directory: String
  ) throws -> [Program.Outcome] {
    try Disk().createDirectory(directory)
    defer { removeTree(directory) }
    var running: [RunningProgram] = []
    for (number, text) in texts.enumerated() {
      let place = "\(directory)/\(number)"
      try Disk().createDirectory(place)
      try text.save(at: "\(place)/0")
      running.append(try ends.alice.start(["encrypt", "bob", "--quiet"], in: place))
    }
    return try running.map { try $0.finish() }
  }
}
