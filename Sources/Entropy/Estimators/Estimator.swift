/// The ten estimators of min-entropy for samples that are not assumed independent (NIST SP 800-90B
/// §6.3.1 to §6.3.10).
package enum Estimator: String, CaseIterable, Sendable {
  case mostCommonValue = "most common value"
  case collision = "collision"
  case markov = "Markov"
  case compression = "compression"
  case tuple = "t-tuple"
  case longestRepeatedSubstring = "longest repeated substring"
  case mostCommonInWindow = "most common in window"
  case lag = "lag"
  case markovModels = "Markov models with counting"
  case lz78y = "LZ78Y"

  /// Collision, Markov and compression are defined for bits only.
  package var isForBitsOnly: Bool {
    switch self {
    case .collision, .markov, .compression: true
    default: false
    }
  }
}

/// Shared by the estimates.
enum Confidence {
  /// The quantile of the normal distribution at 0.995: 99 % confidence, as the standard asks.
  static let z = 2.5758293035489008

  /// The upper limit of a probability observed as `share` in `count` samples.
  static func upperLimit(_ share: Double, count: Int) -> Double {
    min(1, share + z * (share * (1 - share) / Double(count - 1)).squareRoot())
  }
}
