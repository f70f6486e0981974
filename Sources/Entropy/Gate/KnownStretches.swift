internal import Pad

/// A check whether parts of a frame came before, in it or in one of the latest: rows of a buffer
/// that was not rewritten, a still picture that moves, one converter's samples under two names.
/// Noise does not repeat. Differences of neighbours are compared: a brighter copy has the same.
///
/// Stretches begin where the samples themselves say so (content-defined chunking: Manber 1994,
/// Muthitacharoen et al. 2001), so that one is found again wherever it is.
struct KnownStretches: ~Copyable {
  /// About how many hashes are kept; later ones replace earlier ones.
  private static let slots = 1 << 19
  /// The least noise in a stretch, in bits.
  private static let bits = 128.0
  /// Percent of a frame that may have come before: broken columns do.
  private static let tolerance = 1.0
  /// How many samples decide whether a stretch begins after them, and their sum's multiplier.
  private static let lead = 32
  private static let multiplier: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Samples in a stretch, a power of two; about how far apart stretches begin.
  private let length: Int
  /// The power of the multiplier on a sample that leaves the lead.
  private let leaving: UInt64
  /// Each at the index that is its remainder; 0 is none.
  private var hashes = [Int](repeating: 0, count: slots)

  /// For noise credited with `entropy` bits per sample.
  init(credited entropy: Double) {
    var length = 64
    while Double(length) * entropy < KnownStretches.bits { length *= 2 }
    self.length = length
    leaving = (0...KnownStretches.lead).reduce(1) { power, _ in power &* KnownStretches.multiplier }
  }

  /// The percent of the frame's stretches that came before; nil if it is tolerated.
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

  /// Where stretches begin: after a lead whose sum, by powers of a multiplier modulo 2⁶⁴, is among
  /// the smallest. At least a quarter of a stretch lies between two beginnings.
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

  /// Hashes the differences, keyed per process. Nil if all samples are the same: a dead row says
  /// nothing.
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
