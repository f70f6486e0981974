internal import Pad
internal import System

/// A hash from a universal family, which turns a block with enough entropy into nearly uniform bits
/// (leftover hash lemma): the block, a vector x over GF(2), times a Toeplitz matrix filled by a
/// seed.
///
/// Row i of the matrix has s[n + i − j] in column j, so the result is part of a product of
/// polynomials: coefficients n to n + m − 1 of S(z)·X(z). Only n + m − 1 bits of the seed matter.
struct ToeplitzExtractor: ~Copyable {
  /// Words in a block and in its result.
  let inputWords: Int
  let outputWords: Int
  private let isPortable: Bool
  /// The seed, last word first, so that both factors of a sum are read forwards.
  private let reversedSeed: SecretWords

  /// `seed` has the bytes of `inputWords + outputWords` words.
  init(
    inputWords: Int, outputWords: Int, seed: borrowing SecretBytes,
    isPortable: Bool = !CarrylessProduct.isFast
  ) {
    let count = inputWords + outputWords
    precondition(seed.count == count * 8)
    self.inputWords = inputWords
    self.outputWords = outputWords
    self.isPortable = isPortable
    var words = SecretWords(count: count)
    words.withMutableBytes { words in
      seed.withBytes { seed in
        for index in seed.indices { words[(count - 1 - index / 8) * 8 + index % 8] = seed[index] }
      }
    }
    reversedSeed = words
  }

  /// Writes the words of the result to `output`.
  func extract(_ block: borrowing SecretWords, into output: inout MutableSpan<UInt64>) {
    precondition(block.count == inputWords && output.count == outputWords)
    let isPortable = isPortable
    let (inputs, total) = (inputWords, inputWords + outputWords)
    block.withWords { block in
      reversedSeed.withWords { seed in
        var carried: UInt64 = 0
        // Word k of the product is the low half of the sum over S[k − j]·X[j], XORed with the high
        // half of the sum for k − 1.
        for word in (inputs - 1)..<total {
          let start = total - 1 - word
          let (low, high) = CarrylessProduct.sum(
            block, seed.extracting(start..<start + inputs), isPortable: isPortable)
          if word >= inputs { output[word - inputs] = low ^ carried }
          carried = high
        }
      }
    }
  }
}
