/// The sizes of block transforms, and whether they come in steps: many are near the multiples of a
/// step, few half-way between. Noise has as many half-way or more, because that is nearer to its
/// mean, even if its strength differs from place to place. Each row has counts of its own.
struct StepCounts {
  /// Counts per unit of a sample.
  private static let fineness = 8
  private static let greatest = 128
  private static let size = greatest * fineness + 1
  /// In quarters of a unit, because decoders may scale; from 2 units on, because decoding rounds to
  /// whole samples, which hides smaller steps.
  private static let candidates = stride(from: 2 * fineness, through: size - 1, by: fineness / 4)
  private static let multiples = 4
  private static let errors = 6.0
  /// Samples with a greater standard deviation are scaled down.
  private static let reach = 64.0

  /// Added to a number, it leaves no bits for fractions: those that the mantissa has from here on
  /// are the nearest whole number.
  private static let whole: Float = 0x1.8p23

  private var counts: [UInt16]

  init(rows: Int) { counts = [UInt16](repeating: 0, count: rows * StepCounts.size) }

  /// By how much sizes are multiplied: less than 8 if the noise is so strong that steps may be out of
  /// reach, as in decoded frames that were stretched to more bits.
  static func scale(of frame: Frame) -> Float {
    let (squares, count) = frame.withSamples { samples in
      let step = 1 + samples.count >> 16
      return stride(from: 1, to: samples.count, by: step).reduce(into: (0.0, 0.0)) { sums, index in
        let difference = Double(samples[index]) - Double(samples[index - 1])
        sums.0 += difference * difference / 2
        sums.1 += 1
      }
    }
    return Float(fineness) / max(1, Float((squares / max(1, count)).squareRoot() / reach))
  }

  /// Adds sizes times the scale to a row; those that are not numbers do not count.
  mutating func add(_ values: SIMD8<Float>, to row: Int) {
    let rounded = values + StepCounts.whole
    for lane in 0..<8 {
      let number = Int32(bitPattern: rounded[lane].bitPattern &- StepCounts.whole.bitPattern)
      let size = Int(number.magnitude)
      if size < StepCounts.size { counts[row * StepCounts.size + size] += 1 }
    }
  }

  /// Whether sizes near the multiples of a step are more than twice as many as those half-way, and by
  /// more than six standard errors.
  func areInSteps(_ row: Int) -> Bool {
    steps(row).contains { $0.near > 2 * $0.between && StepCounts.excess($0) > StepCounts.errors }
  }

  /// By how many standard errors sizes near the multiples of any step are more than those half-way.
  func excess(_ row: Int) -> Double { steps(row).map(StepCounts.excess).max() ?? 0 }

  private static func excess(_ step: (near: Int32, between: Int32)) -> Double {
    let all = step.near + step.between
    return all == 0 ? 0 : Double(step.near - step.between) / Double(all).squareRoot()
  }

  /// For each step that a coder may have used, how many sizes are near its multiples and half-way.
  private func steps(_ row: Int) -> [(near: Int32, between: Int32)] {
    var below = [Int32](repeating: 0, count: StepCounts.size + 1)
    for size in 0..<StepCounts.size {
      below[size + 1] = below[size] + Int32(counts[row * StepCounts.size + size])
    }
    return StepCounts.candidates.map { step in
      let reach = step < 3 * StepCounts.fineness ? 3 : 5
      var found: (near: Int32, between: Int32) = (0, 0)
      for multiple in 1...StepCounts.multiples where multiple * step + reach < StepCounts.size {
        let (whole, half) = (multiple * step, (2 * multiple - 1) * step / 2)
        found.near += below[whole + reach + 1] - below[whole - reach]
        found.between += below[half + reach + 1] - below[half - reach]
      }
      return found
    }
  }
}
