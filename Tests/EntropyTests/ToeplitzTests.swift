import Pad
import System
import TestSupport
import Testing

@testable import Entropy

@Suite("The extractor")
struct ToeplitzTests {
  @Test(
    "The product is the same as bit by bit, on both paths",
    arguments: [(1, 1), (1, 3), (2, 1), (7, 4), (16, 5)])
  func toeplitz(_ inputs: Int, _ outputs: Int) {
    let random = Seeded(for: "toeplitz")
    let seed = SecretBytes(random: (inputs + outputs) * 8, from: random)
    let block = SecretWords(bytes: SecretBytes(random: inputs * 8, from: random))
    let expected = naive(seed, block.bytes, outputs * 64)
    for isPortable in [false, true] where isPortable || CarrylessProduct.isFast {
      let extractor = ToeplitzExtractor(
        inputWords: inputs, outputWords: outputs, seed: seed, isPortable: isPortable)
      var result = [UInt64](repeating: 0, count: outputs)
      var span = result.mutableSpan
      extractor.extract(block, into: &span)
      #expect(result == expected)
    }
  }

  /// Row i times the block: the sum of s[n + i − j]·x[j].
  private func naive(
    _ seed: borrowing SecretBytes, _ block: borrowing SecretBytes, _ bits: Int
  ) -> [UInt64] {
    func bit(_ bytes: Span<UInt8>, _ index: Int) -> UInt64 {
      UInt64(bytes[index / 8] >> UInt8(index % 8) & 1)
    }
    let count = block.count * 8
    var result = [UInt64](repeating: 0, count: bits / 64)
    seed.withBytes { seed in
      block.withBytes { block in
        for row in 0..<bits {
          var sum: UInt64 = 0
          for column in 0..<count { sum ^= bit(seed, count + row - column) & bit(block, column) }
          result[row / 64] |= sum << UInt64(row % 64)
        }
      }
    }
    return result
  }

  @Test("A block gives 200 bits less than it is credited with", arguments: [0.1, 0.8, 1.3, 6.5])
  func plan(_ entropy: Double) {
    let plan = ExtractionPlan(entropy: entropy, bits: 12)
    let credit = Double(plan.samples) * entropy
    #expect(plan.outputWords > 0)
    #expect(Double(plan.outputWords * 64) <= credit - 200)
    #expect(Double(plan.outputWords * 64) > credit - 265)
  }
}
