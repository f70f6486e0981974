import FuzzTargets
import System
import TestSupport
import Testing

/// The fuzz targets without libFuzzer: the stored corpus, and random mutations of it.
@Suite("Any bytes in place of a vault's files or of messages")
struct FuzzTests {
  private static let mutations = 1500

  @Test("are refused with an error, or taken as they are", arguments: FuzzTarget.allCases)
  func mutated(_ target: FuzzTarget) throws {
    let generator = Seeded(for: "\(target)")
    let corpus = try Fixtures.list("Corpus/\(target.rawValue)").map {
      try readFile(Fixtures.path("Corpus/\(target.rawValue)/\($0)"))
    }
    try #require(!corpus.isEmpty)
    var taken = 0
    for input in corpus where target.run(input) == .taken { taken += 1 }
    // Otherwise nothing after the first check would ever be reached.
    #expect(taken > 0)
    for _ in 0..<FuzzTests.mutations {
      var input = corpus[generator.number(in: 0...corpus.count - 1)]
      for _ in 0...generator.number(in: 0...3) { mutate(&input, generator) }
      if target.run(input) == .taken { taken += 1 }
    }
    Figures.report(
      "fuzzing, \(target)",
      "\(corpus.count) inputs, \(FuzzTests.mutations) mutations, \(taken) taken")
  }

  /// One time in six, the counts of lists, where most goes wrong.
  private func mutate(_ input: inout [UInt8], _ generator: Seeded) {
    guard input.count > 1188, generator.number(in: 0...5) == 0 else {
      return generator.mutate(&input)
    }
    input[generator.number(in: 1180...1187)] = generator.bytes(1)[0]
  }
}
