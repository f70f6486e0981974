/// The entropy credited to a sample, and how it was found.
package struct Bound: Sendable {
  package struct Limit: Sendable {
    package let source: String
    /// Bits per sample.
    package let entropy: Double
  }

  /// All computed limits, the lowest of each view.
  package private(set) var limits: [Limit] = []
  /// The greatest tie correlation between neighbours, at least 1.
  package let correlation: Double
  /// What was left out of each frame.
  package let deadLines: DeadLines

  init(correlation: Double, deadLines: DeadLines) {
    self.correlation = max(1, correlation)
    self.deadLines = deadLines
  }

  mutating func add(_ entropy: Double, from source: String) {
    limits.append(Limit(source: source, entropy: entropy))
  }

  /// `share` of the samples were seen; the others hold nothing.
  mutating func add(_ assessment: Assessment, of view: SampleView, share: Double) {
    let name = assessment.lowest.map { $0.estimator.rawValue + ($0.isOfBits ? " of bits" : "") }
    add(assessment.perSample * share, from: "\(name ?? "none"), \(view.rawValue)")
  }

  /// The lowest limit.
  package var least: Limit {
    limits.min { $0.entropy < $1.entropy } ?? Limit(source: "none", entropy: 0)
  }

  /// Bits per sample before halving: the lowest limit, minus what neighbours have in common.
  package var entropy: Double { max(0, least.entropy - correlation.logarithm) }

  /// Bits per sample that the extractor may count on: half, because the limits assume that samples
  /// are nearly independent.
  package var credited: Double { entropy / 2 }
}
