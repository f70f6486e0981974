/// How many samples make a block, and how many bits come of it.
package struct ExtractionPlan: Equatable, Sendable {
  /// −log₂ of the distance from uniform that is accepted for each block.
  package static let security = 100

  /// Samples of a block.
  package let samples: Int
  /// Bytes of a sample: 1 or 2.
  let sampleBytes: Int
  /// Words of a block's result.
  let outputWords: Int

  /// For samples that are credited with `entropy` bits each and have `bits` bits. m = ⌊N·h⌋ − 2λ,
  /// down to whole words, gives ε ≤ 2^−λ a block. N is as large as keeps the work for a byte small.
  package init(entropy: Double, bits: Int) {
    var samples = 8192
    while Double(samples) * entropy > 16_384 { samples /= 2 }
    self.samples = samples
    sampleBytes = bits > 8 ? 2 : 1
    let count = Int((Double(samples) * entropy).rounded(.down)) - 2 * ExtractionPlan.security
    outputWords = max(0, count / 64)
  }

  var inputWords: Int { samples * sampleBytes / 8 }
  /// Bytes that a block gives.
  package var outputBytes: Int { outputWords * 8 }
  /// Bytes of the seed.
  package var seedBytes: Int { (inputWords + outputWords) * 8 }
}
