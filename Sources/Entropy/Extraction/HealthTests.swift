internal import Glibc

/// The continuous tests of SP 800-90B §4.4 on samples credited with a known entropy. The chance of
/// a false alarm is about 2⁻³⁰ per sample.
package struct HealthTests: Sendable {
  package static let window = 512
  private static let alpha = 1.0 / Double(1 << 30)

  /// This many equal samples in a row fail.
  package let repetitionCutoff: Int
  /// This many samples like the first of a window fail.
  package let proportionCutoff: Int

  private var last = -1
  private var repetitions = 0
  private var first = -1
  private var seen = 0
  private var alike = 0

  package init(entropy: Double) {
    repetitionCutoff = 1 + Int((30 / entropy).rounded(.up))
    proportionCutoff =
      2 + HealthTests.quantile(1 - HealthTests.alpha, of: HealthTests.window - 1, exp2(-entropy))
  }

  /// Adds a sample; true if it is one too many.
  package mutating func fails(_ sample: Int) -> Bool {
    let isRepeated = sample == last
    repetitions = isRepeated ? repetitions + 1 : 1
    last = sample
    if seen == 0 {
      (first, alike) = (sample, 0)
    }
    seen += 1
    if sample == first { alike += 1 }
    let isTooMany = alike >= proportionCutoff
    if seen == HealthTests.window { seen = 0 }
    return isTooMany || repetitions >= repetitionCutoff
  }

  /// The least k with P(X ≤ k) ≥ `chance`, X binomial.
  static func quantile(_ chance: Double, of count: Int, _ p: Double) -> Int {
    // From above: the chance of more than k is small, so it is summed without loss.
    var (above, k) = (0.0, count)
    while k > 0 {
      let n = Double(count)
      let logarithm =
        lgamma(n + 1) - lgamma(Double(k) + 1) - lgamma(Double(count - k) + 1)
        + Double(k) * log(p) + Double(count - k) * log1p(-p)
      above += exp(logarithm)
      if above > 1 - chance { return k }
      k -= 1
    }
    return 0
  }
}
