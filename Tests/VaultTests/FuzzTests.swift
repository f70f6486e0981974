import FuzzTargets
import System
import TestSupport
import Testing

/// The fuzz targets without libFuzzer: the stored corpus, and what chance makes of it.
@Suite("Any bytes in the place of a vault's files and of messages")
struct FuzzTests {
  private static let mutations = 1500

  @Test("end in an error or in what they say", arguments: FuzzTarget.allCases)
  func mutated(_ target: FuzzTarget) throws {
    let generator = Seeded(for: "\(target)")
    let corpus = try Fixtures.list("Corpus/\(target.rawValue)").map {
      try readFile(Fixtures.path("Corpus/\(target.rawValue)/\($0)"))
    }
    try #require(!corpus.isEmpty)
    var taken = 0
    for input in corpus where target.run(input) == .taken { taken += 1 }
    // Otherwise nothing behind the first check would ever be reached.
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

  private func mutate(_ input: inout [UInt8], _ generator: Seeded) {
    guard !input.isEmpty else {
      input = generator.bytes(64)
      return
    }
    let place = generator.number(in: 0...input.count - 1)
    switch generator.number(in: 0...5) {
    case 0: input[place] ^= 1 << UInt8(generator.number(in: 0...7))
    case 1: input[place] = [0, 1, 0x7f, 0x80, 0xff][generator.number(in: 0...4)]
    case 2: input.removeLast(generator.number(in: 0...min(64, input.count)))
    case 3: input += generator.bytes(generator.number(in: 1...64))
    case 4:
      let end = min(place + generator.number(in: 1...8), input.count)
      input.replaceSubrange(place..<end, with: [UInt8](repeating: 0xff, count: end - place))
    default:
      // The counts of lists, where most goes wrong.
      if input.count > 1236 { input[generator.number(in: 1230...1235)] = generator.bytes(1)[0] }
    }
  }
}
