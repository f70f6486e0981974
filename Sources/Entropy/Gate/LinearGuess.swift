/// The guess of a frame from others: each times a factor, plus an offset, the same for all samples,
/// by least squares. Lamps that flicker, each in its own way, scale fixed patterns, which
/// differences mistake for noise. Least squares over all other frames finds the principal components
/// that they have in common, and averages out what rounding added to each.
struct LinearGuess {
  /// The most other frames, and the most samples of all.
  static let reach = 64
  private static let most = 1 << 22
  /// Errors are counted modulo this: two that coincide only lower the limit.
  private static let errors = 1 << 16
  /// A frame that the others explain but for this part of its variance adds nothing.
  private static let negligible = 1e-12

  /// Samples less their mean, and the sums of their products; frames come in any order.
  private var frames: [[Double]] = []
  private var products: [[Double]] = []
  /// Where the next frame goes: the oldest makes room.
  private var next = 0

  /// Bits per sample, the least of all frames: −log₂ of the upper limit of the share of samples
  /// that are off by the commonest error.
  static func estimate(_ frames: [Frame]) -> Double {
    let used = frames.prefix(reach)
    let shape = frames[0].shape
    let step = max(1, shape.count * used.count / most)
    var guess = LinearGuess()
    for frame in used {
      guess.add(
        stride(from: 0, to: shape.count, by: step).map { place in
          frame.withSamples { Double($0[place]) }
        })
    }
    return used.indices.map { number in
      let (hits, count) = guess.hits(number)
      return -FramePair.upperLimit(Double(hits) / Double(count), count: count).logarithm
    }.min() ?? .infinity
  }

  mutating func add(_ samples: [Double]) {
    let mean = samples.reduce(0, +) / Double(samples.count)
    let frame = samples.map { $0 - mean }
    let place = next
    next = (next + 1) % LinearGuess.reach
    if place == frames.count {
      frames.append(frame)
      products.append([])
      for other in frames.indices { products[other].append(0) }
      products[place] = [Double](repeating: 0, count: frames.count)
    } else {
      frames[place] = frame
    }
    for other in frames.indices {
      var sum = 0.0
      for index in frame.indices { sum += frame[index] * frames[other][index] }
      products[place][other] = sum
      products[other][place] = sum
    }
  }

  /// How many samples of the latest frame are off by the commonest error.
  var latestHits: Int { hits((next + LinearGuess.reach - 1) % LinearGuess.reach).hits }

  private func hits(_ guessed: Int) -> (hits: Int, count: Int) {
    var errors = frames[guessed]
    for (other, factor) in factors(of: guessed) {
      for index in errors.indices { errors[index] -= factor * frames[other][index] }
    }
    var counts = [Int32](repeating: 0, count: LinearGuess.errors)
    for error in errors { counts[Int(error.rounded()) & (LinearGuess.errors - 1)] += 1 }
    return (Int(counts.max() ?? 0), errors.count)
  }

  /// The factor of each other frame, by elimination of the normal equations.
  private func factors(of guessed: Int) -> [(other: Int, factor: Double)] {
    let others = frames.indices.filter { $0 != guessed }
    var rows = others.map { other in others.map { products[other][$0] } + [products[other][guessed]]
    }
    var used: [Int] = []
    for pivot in others.indices {
      guard rows[pivot][pivot] > LinearGuess.negligible * products[others[pivot]][others[pivot]]
      else { continue }
      used.append(pivot)
      for row in others.indices where row != pivot {
        let factor = rows[row][pivot] / rows[pivot][pivot]
        for column in pivot...others.count { rows[row][column] -= factor * rows[pivot][column] }
      }
    }
    return used.map { (others[$0], rows[$0][others.count] / rows[$0][$0]) }
  }
}
