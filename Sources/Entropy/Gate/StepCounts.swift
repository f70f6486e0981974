/// How large the transforms of blocks are, for each of the 49 frequencies across and down at once,
/// and which of them come in steps: near the multiples of a step there are many, half-way between
/// there are few. Noise has as many half-way or more, because that is nearer to its mean, also where its
/// strength differs from place to place.
struct StepCounts {
  /// Counts for each unit of a sample.
  private static let fineness = 8
  private static let greatest = 128
  private static let size = greatest * fineness + 1
  /// In quarters of a unit, because decoders may scale; from 2 units on, because what is decoded is
  /// rounded to whole samples, which hides less.
  private static let candidates = stride(from: 2 * fineness, through: size - 1, by: fineness / 4)
  private static let multiples = 4
  private static let errors = 6.0

  /// Of a sample's unit.
  private let unit: Float
  private var counts = [Int32](repeating: 0, count: 49 * StepCounts.size)

  /// Steps are looked for in units of so many of a sample's: decoded frames may have been stretched to
  /// more bits.
  init(unit: Float) { self.unit = unit }

  /// Blocks of one pair of frames. A frequency whose mean is further from 0 than four standard errors
  /// is left out: a pattern became brighter, and in each pair by another amount.
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
