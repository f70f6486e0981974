import PairingFuzzTargets
import System
import TestSupport
import Testing

/// The fuzz targets without libFuzzer: the stored corpus, and random mutations of it.
@Suite("Any bytes in place of the other end's messages", .serialized, .ownThreads)
struct PairingFuzzTests {
  @Test("end in an error or are taken for what they say", arguments: PairingFuzzTarget.allCases)
  func mutated(_ target: PairingFuzzTarget) async throws {
    let generator = Seeded(for: "\(target)")
    let corpus = try Fixtures.list("Corpus/\(target.rawValue)").map {
      try readFile(Fixtures.path("Corpus/\(target.rawValue)/\($0)"))
    }
    try #require(!corpus.isEmpty)
    var taken = 0
    for input in corpus where await target.run(input) == .taken { taken += 1 }
    // Otherwise nothing after the first check would ever be reached.
    #expect(taken > 0)
    // A key exchange takes milliseconds.
    let mutations = [.joiner, .listener, .resumption].contains(target) ? 200 : 1000
    for _ in 0..<mutations {
      var input = corpus[generator.number(in: 0...corpus.count - 1)]
      for _ in 0...generator.number(in: 0...3) { generator.mutate(&input) }
      if await target.run(input) == .taken { taken += 1 }
      await Task.yield()
    }
    Figures.report(
      "fuzzing, \(target)", "\(corpus.count) inputs, \(mutations) mutations, \(taken) taken")
  }
}
