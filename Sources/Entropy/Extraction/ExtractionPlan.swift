/// The samples in a block, and the bits extracted from it.
package struct ExtractionPlan: Equatable, Sendable {
  /// −log₂ of the distance from uniform accepted for each block.
  package static let security = 100

  /// Samples in a block.
  package let samples: Int
  /// Bytes per sample: 1 or 2.
  let sampleBytes: Int
  /// Words in a block's result.
  let outputWords: Int

  /// For samples of `bits` bits that are credited with `entropy` bits each. m = ⌊N·h⌋ − 2λ, rounded
  /// down to whole words, gives ε ≤ 2^−λ per block. N is as large as keeps the work per byte small.
  package init(entropy: Double, bits: Int) {
    var samples = 8192
    while Double(samples) * entropy > 16_384 { samples /= 2 }
    self.samples = samples
    sampleBytes = bits > 8 ? 2 : 1
    let count = Int((Double(samples) * entropy).rounded(.down)) - 2 * ExtractionPlan.security
    outputWords = max(0, count / 64)
  }

  var inputWords: Int { samples * sampleBytes / 8 }
  /// Bytes extracted from a block.
  package var outputBytes: Int { outputWords * 8 }
  /// Bytes of the seed.
  package var seedBytes: Int { (inputWords + outputWords) * 8 }
}
