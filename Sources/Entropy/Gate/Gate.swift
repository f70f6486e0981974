internal import Pad

/// A check whether frames hold noise that a pad may rest on, and how much (vernam-randomness(7)).
/// Frames nobody can vouch for are refused.
package struct Gate: Sendable {
  /// Samples of each view that the estimators examine.
  package let sampleCount: Int

  /// The fewest frames for a guess of one from the others.
  private let leastFrames: Int

  /// Less than the standard's million, and fewer frames, are for tests only.
  package init(sampleCount: Int = 1_000_000, leastFrames: Int = 8) {
    (self.sampleCount, self.leastFrames) = (sampleCount, leastFrames)
  }

  /// Bits per sample that are needed: rounding leaves a frame that is foretold up to half as many.
  static let least = 0.3

  /// Frames needed for a judgement; a view of differences has one fewer.
  package func frameCount(of shape: FrameShape) -> Int {
    max(leastFrames, (sampleCount + shape.count - 1) / shape.count + 1)
  }

  /// Returns the bits credited to a sample, or throws why none are. `watch` gets the current step.
  package func judge(
    _ frames: [Frame], isStopped: () -> Bool = { false }, watch: (CaptureStep) -> Void = { _ in }
  ) throws(EntropyError) -> Bound {
    let needed = frames.first.map { frameCount(of: $0.shape) } ?? leastFrames
    guard frames.count >= needed else { throw .tooFewFrames(has: frames.count, needed: needed) }
    watch(.judging(step: 1, of: SampleView.allCases.count + 1))
    let deadLines = DeadLines(frames)
    let kept = frames.map(deadLines.removed)
    try SampleRange(kept).check()
    // Before the others: a coder's traces may show in neighbours and low bits as well. Lines that are
    // left out would break its blocks.
    try BlockTransform(frames).check()
    return try judge(kept, deadLines, isStopped, watch)
  }

  private func judge(
    _ frames: [Frame], _ deadLines: DeadLines, _ isStopped: () -> Bool,
    _ watch: (CaptureStep) -> Void
  ) throws(EntropyError) -> Bound {
    // Before the correlation: copied bits show there as well, but this names them.
    try LowBitParities(frames).check()
    let ties = zip(frames, frames.dropFirst()).map { FramePair($0, $1) }
    let correlation = try TieCorrelation(frames, ties).check()
    var bound = Bound(correlation: correlation, deadLines: deadLines)
    let tie = ties.map(\.entropy).min() ?? 0
    bound.add(tie, from: "ties between frames")
    // Before the guess, which predicts old frames as well.
    if tie >= 2 * Gate.least { try checkOldFrames(frames, entropy: tie) }
    bound.add(LinearGuess.estimate(frames), from: "the guess from other frames")
    let dead = DeadLines.unchanged(frames)
    let alive = Double(dead.count { !$0 }) / Double(dead.count)
    for (number, view) in SampleView.allCases.enumerated() {
      if isStopped() { throw .interrupted }
      watch(.judging(step: number + 2, of: SampleView.allCases.count + 1))
      let samples = view.samples(of: frames, ties, count: sampleCount)
      let assessment = samples.withBytes { Assessment($0, bitLimit: view.hasBits ? 1_000_000 : 0) }
      bound.add(assessment, of: view, share: view == .time ? alive : 1)
    }
    guard bound.credited >= Gate.least else { throw .tooLittleNoise(bound.credited) }
    return bound
  }

  /// Compares each frame with earlier ones, not just its neighbour: they may differ only by the
  /// little noise the ties allow.
  private func checkOldFrames(_ frames: [Frame], entropy: Double) throws(EntropyError) {
    var recent = RecentFrames(shape: frames[0].shape, entropy: entropy)
    var stretches = KnownStretches(credited: entropy / 2)
    for frame in frames {
      if let first = recent.remember(frame) {
        throw .repeatedFrames(first: first + 1, second: recent.count)
      }
      if let percent = stretches.repeatedPart(of: frame) { throw .repeatedParts(percent: percent) }
    }
  }
}
