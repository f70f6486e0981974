internal import Pad

/// Whether parts of a frame came before, in it or in one of the latest: rows of a buffer that was not
/// written anew, a still picture that is moved, one converter's samples under two names. Noise does not
/// come twice. What is compared are the differences of neighbours, the same however bright a copy is.
///
/// Stretches begin where the samples themselves say so (content-defined chunking: Manber 1994, Muthitacharoen
/// et al. 2001), so that one is found again wherever it stands.
struct KnownStretches: ~Copyable {
  /// Hashes that are kept, about; what is met later takes their places.
  private static let slots = 1 << 19
  /// Bits of noise in a stretch, at least.
  private static let bits = 128.0
  /// Percent of a frame that may have come before: broken columns do.
  private static let tolerance = 1.0
  /// Samples that say whether a stretch begins behind them, and the multiplier of their sum.
  private static let lead = 32
  private static let multiplier: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Samples of a stretch, a power of two; about so many apart they begin.
  private let length: Int
  /// The multiplier's power that a sample has when it leaves the lead.
  private let leaving: UInt64
  /// Each at the place that is its remainder. 0 is none.
  private var hashes = [Int](repeating: 0, count: slots)

  /// For noise that is credited with `entropy` bits a sample.
  init(credited entropy: Double) {
    var length = 64
    while Double(length) * entropy < KnownStretches.bits { length *= 2 }
    self.length = length
    leaving = (0...KnownStretches.lead).reduce(1) { power, _ in power &* KnownStretches.multiplier }
  }

  /// The percent of the frame's stretches that came before, nil where that is borne.
  mutating func repeatedPart(of frame: Frame) -> Double? {
    var (all, known) = (0, 0)
    for start in starts(in: frame) {
      guard let hash = hash(frame, start..<start + length) else { continue }
      let slot = Int(UInt(bitPattern: hash) % UInt(KnownStretches.slots))
      all += 1
      if hashes[slot] == hash { known += 1 }
      hashes[slot] = hash
    }
    let percent = all == 0 ? 0 : 100 * Double(known) / Double(all)
    return percent > KnownStretches.tolerance ? percent : nil
  }

  /// Where stretches begin: behind a lead whose sum, by the powers of a multiplier and modulo 2⁶⁴, is
  /// among the least. A quarter of a stretch lies between two at least.
  private func starts(in frame: Frame) -> [Int] {
    let limit = UInt64.max / UInt64(length)
    let lead = KnownStretches.lead
    let leaving = leaving
    return frame.withSamples { samples in
      let count = samples.count - length
      guard count > lead else { return [] }
      var starts: [Int] = []
      var (sum, next) = (UInt64(0), 0)
      var (last, gone) = (samples[0], samples[0])
      for index in 1...lead {
        sum = (sum &+ UInt64(samples[index] &- last) &+ 1) &* KnownStretches.multiplier
        last = samples[index]
      }
      for index in lead + 1..<max(lead + 1, count) {
        let (sample, leaver) = (samples[index], samples[index - lead])
        sum = (sum &+ UInt64(sample &- last) &+ 1) &* KnownStretches.multiplier
        sum &-= (UInt64(leaver &- gone) &+ 1) &* leaving
        (last, gone) = (sample, leaver)
        guard sum <= limit, index >= next else { continue }
        starts.append(index + 1)
        next = index + length / 4
      }
      return starts
    }
  }

  /// Of the differences, under a key of this process. Nil where all samples are the same: a dead row
  /// says nothing.
  private func hash(_ frame: Frame, _ range: Range<Int>) -> Int? {
    frame.withSamples { samples in
      var hasher = Hasher()
      var (word, isUniform) = (UInt64(0), true)
      for index in range.dropFirst() {
        let step = samples[index] &- samples[index - 1]
        if step != 0 { isUniform = false }
        word = word << 16 | UInt64(step)
        if index % 4 == range.lowerBound % 4 { hasher.combine(word) }
      }
      return isUniform ? nil : hasher.finalize()
    }
  }
}
