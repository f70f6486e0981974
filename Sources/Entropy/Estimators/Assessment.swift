internal import Pad

/// The ten estimators applied to one view of the samples (SP 800-90B §3.1.3).
package struct Assessment: Sendable {
  package struct Estimate: Sendable {
    package let estimator: Estimator
    /// Whether it is for the samples' bits rather than the samples.
    package let isOfBits: Bool
    /// Bits of min-entropy per symbol, from 0.
    package let entropy: Double
  }

  package let estimates: [Estimate]
  /// Bits in a sample.
  package let bitWidth: Int
  /// The most min-entropy that a sample holds, in bits: the least of all estimates.
  package let perSample: Double

  /// Examines `samples`, one per byte, and at most `bitLimit` of their bits; with 0, only the
  /// samples.
  package init(_ samples: Span<UInt8>, bitLimit: Int = .max) {
    let width = Symbols.bitWidth(of: samples)
    let symbols = Symbols(samples)
    var estimates = Assessment.estimates(of: symbols, areBits: width == 1)
    if width > 1, bitLimit > 0 {
      let bits = Symbols.bits(of: samples, limit: bitLimit)
      estimates += Assessment.estimates(of: bits, areBits: true)
    }
    self.estimates = estimates
    bitWidth = width
    let least = estimates.map { $0.isOfBits ? $0.entropy * Double(width) : $0.entropy }.min()
    perSample = max(0, least ?? 0)
  }

  /// The lowest estimate, by what it means for a sample.
  package var lowest: Estimate? {
    estimates.min { scaled($0) < scaled($1) }
  }

  private func scaled(_ estimate: Estimate) -> Double {
    estimate.isOfBits ? estimate.entropy * Double(bitWidth) : estimate.entropy
  }

  private static func estimates(of symbols: borrowing Symbols, areBits: Bool) -> [Estimate] {
    let size = symbols.alphabetSize
    // A single symbol can be predicted; the estimators are for at least two.
    guard size > 1 else {
      return [Estimate(estimator: .mostCommonValue, isOfBits: areBits, entropy: 0)]
    }
    return symbols.bytes.withBytes { bytes in
      let tuples = RepeatedTuples(bytes, alphabetSize: size)
      var found: [Estimate] = []
      for estimator in Estimator.allCases where areBits || !estimator.isForBitsOnly {
        guard let entropy = estimate(estimator, bytes, size, tuples) else { continue }
        found.append(Estimate(estimator: estimator, isOfBits: areBits, entropy: entropy))
      }
      return found
    }
  }

  private static func estimate(
    _ estimator: Estimator, _ symbols: Span<UInt8>, _ size: Int, _ tuples: RepeatedTuples
  ) -> Double? {
    switch estimator {
    case .mostCommonValue: MostCommonValue.estimate(symbols)
    case .collision: Collision.estimate(symbols)
    case .markov: Markov.estimate(symbols)
    case .compression: Compression.estimate(symbols)
    case .tuple: tuples.tupleEstimate()
    case .longestRepeatedSubstring: tuples.substringEstimate()
    case .mostCommonInWindow: MostCommonInWindow.estimate(symbols, alphabetSize: size)
    case .lag: Lag.estimate(symbols, alphabetSize: size)
    case .markovModels: MarkovModels.estimate(symbols, alphabetSize: size)
    case .lz78y: LZ78Y.estimate(symbols, alphabetSize: size)
    }
  }
}
