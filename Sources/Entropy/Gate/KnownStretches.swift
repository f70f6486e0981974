/// A check whether parts of a frame came before, in it or in an earlier one: rows of a buffer that
/// was not rewritten, a still picture that moves, one converter's samples under two names. Noise does
/// not repeat. Differences of neighbours are compared: a brighter copy has the same.
struct KnownStretches {
  /// The least noise in a stretch, in bits.
  private static let bits = 128.0
  /// Percent of a frame that may have come before: broken columns do.
  private static let tolerance = 1.0

  /// More equal samples in a row do not count: dead rows are the same in all frames.
  private static let longestRun = 8

  private var search: RepeatSearch

  /// For noise credited with `entropy` bits per sample.
  init(credited entropy: Double) {
    let length = max(64, Int((KnownStretches.bits / entropy).rounded(.up)))
    search = RepeatSearch(length: length, rarity: 32)
  }

  /// The percent of the frame's stretches that came before; nil if it is tolerated.
  mutating func repeatedPart(of frame: Frame) -> Double? {
    search.begin()
    var equal = 0
    frame.withSamples { samples in
      for index in samples.indices.dropFirst() {
        let step = samples[index] &- samples[index - 1]
        equal = step == 0 ? equal + 1 : 0
        if equal <= KnownStretches.longestRun { search.add(step) }
      }
    }
    let percent = search.all == 0 ? 0 : 100 * Double(search.repeated) / Double(search.all)
    return percent > KnownStretches.tolerance ? percent : nil
  }
}
