/// The values that occur, and how often the extreme ones do.
struct SampleRange {
  private var counts = [Int](repeating: 0, count: 65_536)
  private var total = 0
  private let known: ClosedRange<Int>?

  /// `known` is the range of frames of the same sensor before: one alone may lack the extremes.
  init(_ frames: [Frame], known: ClosedRange<Int>? = nil) {
    self.known = known
    for frame in frames {
      total += frame.shape.count
      frame.withSamples { samples in
        for index in samples.indices { counts[Int(samples[index])] += 1 }
      }
    }
  }

  /// The least and the greatest value.
  var extremes: ClosedRange<Int> {
    let least = counts.firstIndex { $0 > 0 } ?? 0
    let greatest = counts.lastIndex { $0 > 0 } ?? 0
    return min(least, known?.lowerBound ?? least)...max(greatest, known?.upperBound ?? greatest)
  }

  func check() throws(EntropyError) {
    let values = counts.indices.filter { counts[$0] > 0 }
    guard values.count >= 4 else { throw .fewValues(values.count) }
    let factor = values.reduce(0) { SampleRange.divisor($0, $1 - values[0]) }
    guard factor == 1 else { throw .sharedFactor(factor) }
    let extreme = counts[extremes.lowerBound] + counts[extremes.upperBound]
    let percent = 100 * Double(extreme) / Double(total)
    if percent > 5 { throw .clipped(percent: percent) }
  }

  /// The greatest common divisor.
  private static func divisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : divisor(second, first % second)
  }
}
