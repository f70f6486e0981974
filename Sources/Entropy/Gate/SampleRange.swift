/// The values that occur.
struct SampleRange {
  private var counts = [Int](repeating: 0, count: 65_536)

  init(_ frames: [Frame]) {
    for frame in frames {
      frame.withSamples { samples in
        for index in samples.indices { counts[Int(samples[index])] += 1 }
      }
    }
  }

  /// Throws if all samples differ by multiples of a factor, or not at all.
  func check() throws(EntropyError) {
    let values = counts.indices.filter { counts[$0] > 0 }
    let factor = values.reduce(0) { SampleRange.divisor($0, $1 - values[0]) }
    guard factor == 1 else { throw .sharedFactor(factor) }
  }

  /// The greatest common divisor.
  private static func divisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : divisor(second, first % second)
  }
}
