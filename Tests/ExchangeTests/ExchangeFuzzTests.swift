import ExchangeFuzzTargets
import System
import TestSupport
import Testing

/// The fuzz targets without libFuzzer: the stored corpus, and random mutations of it.
@Suite("Any bytes on a connection", .serialized, .ownThreads)
struct ExchangeFuzzTests {
  private static let mutations = 1000

  @Test("are refused, or taken for what they say", arguments: ExchangeFuzzTarget.allCases)
  func mutated(_ target: ExchangeFuzzTarget) async throws {
    let generator = Seeded(for: "\(target)")
    let names = try Fixtures.list("Corpus/\(target.rawValue)")
    let corpus = try names.map { try readFile(Fixtures.path("Corpus/\(target.rawValue)/\($0)")) }
    try #require(!corpus.isEmpty)
    var taken = 0
    for (name, input) in zip(names, corpus) {
      let isTaken = await target.run(input) == .taken
      if isTaken { taken += 1 }
      #expect(isTaken || !["honest", "spooled"].contains(name))
    }
    // Otherwise nothing after the first check would ever be reached.
    #expect(taken > 0)
    for _ in 0..<ExchangeFuzzTests.mutations {
      var input = corpus[generator.number(in: 0...corpus.count - 1)]
      for _ in 0...generator.number(in: 0...3) { generator.mutate(&input) }
      if await target.run(input) == .taken { taken += 1 }
      await Task.yield()
    }
    Figures.report(
      "fuzzing, \(target)",
      "\(corpus.count) inputs, \(ExchangeFuzzTests.mutations) mutations, \(taken) taken")
  }
}
