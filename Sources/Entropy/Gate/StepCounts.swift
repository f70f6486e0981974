/// The sizes of block transforms, counted for each of the 49 frequencies that run both across and
/// down, and which of them come in steps: many are near the multiples of a step, few half-way
/// between. Noise has as many half-way or more, because that is nearer to its mean, even if its
/// strength differs from place to place.
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

  /// In units of a sample.
  private let unit: Float
  private var counts = [Int32](repeating: 0, count: 49 * StepCounts.size)

  /// `unit` may be above 1: decoded frames may have been stretched to more bits.
  init(unit: Float) { self.unit = unit }

  /// Adds the blocks of one pair of frames. Leaves out a frequency whose mean is more than four
  /// standard errors from 0: a pattern became brighter, by a different amount in each pair.
  mutating func add(_ blocks: [CosineTransform.Block]) {
    var sums = CosineTransform.Block(repeating: SIMD8())
    var squares = sums
    for block in blocks {
      for row in block.indices {
        sums[row] += block[row]
        squares[row] += block[row] * block[row]
      }
    }
    let scale = Float(StepCounts.fineness) / unit
    for row in sums.indices {
      let square = sums[row] * sums[row]
      let isCentred = square .<= 16 * (squares[row] - square / Float(blocks.count))
      for column in 1..<8 where isCentred[column] {
        let first = (row * 7 + column - 1) * StepCounts.size
        for block in blocks {
          let size = Int((abs(block[row][column]) * scale).rounded())
          if size < StepCounts.size { counts[first + size] += 1 }
        }
      }
    }
  }

  /// How many frequencies come in steps.
  var frequencies: Int { (0..<49).count { hasSteps($0) } }

  private func hasSteps(_ frequency: Int) -> Bool {
    let first = frequency * StepCounts.size
    var below: [Int32] = [0]
    for size in 0..<StepCounts.size { below.append(below[size] + counts[first + size]) }
    return StepCounts.candidates.contains { step in
      let reach = step < 3 * StepCounts.fineness ? 3 : 5
      var (near, between): (Int32, Int32) = (0, 0)
      for multiple in 1...StepCounts.multiples where multiple * step + reach < StepCounts.size {
        let (whole, half) = (multiple * step, (2 * multiple - 1) * step / 2)
        near += below[whole + reach + 1] - below[whole - reach]
        between += below[half + reach + 1] - below[half - reach]
      }
      let error = Double(near + between).squareRoot()
      return near > 2 * between && Double(near - between) > StepCounts.errors * error
    }
  }
}
