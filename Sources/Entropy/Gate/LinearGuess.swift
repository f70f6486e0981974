/// The guess of a frame from the two before it: each times a factor, plus an offset, the same for
/// all samples (least squares). Flickering lamps and drifting gains scale a fixed pattern, which
/// differences mistake for noise.
struct LinearGuess {
  /// About how many samples of a frame are examined, spread over it.
  private static let most = 1 << 20
  /// Errors are counted modulo this: two that coincide only lower the limit.
  private static let errors = 1 << 18

  private let first: Frame
  private let second: Frame
  private let guessed: Frame
  private let step: Int

  /// Bits per sample, the least of all frames: −log₂ of the upper limit of the share of samples
  /// that are off by the commonest error.
  static func estimate(_ frames: [Frame]) -> Double {
    (2..<max(2, frames.count)).map { place in
      LinearGuess(frames[place - 2], frames[place - 1], of: frames[place]).entropy
    }.min() ?? .infinity
  }

  private init(_ first: Frame, _ second: Frame, of guessed: Frame) {
    self.first = first
    self.second = second
    self.guessed = guessed
    step = max(1, guessed.shape.count / LinearGuess.most)
  }

  private func forEachSample(_ body: (_ first: Double, _ second: Double, _ guessed: Double) -> Void)
  {
    first.withSamples { first in
      second.withSamples { second in
        guessed.withSamples { guessed in
          for index in stride(from: 0, to: guessed.count, by: step) {
            body(Double(first[index]), Double(second[index]), Double(guessed[index]))
          }
        }
      }
    }
  }

  private var entropy: Double {
    let (a, b, offset) = factors
    var counts = [Int32](repeating: 0, count: LinearGuess.errors)
    var count = 0
    forEachSample { first, second, guessed in
      let error = Int((guessed - a * first - b * second - offset).rounded())
      counts[error & (LinearGuess.errors - 1)] += 1
      count += 1
    }
    let share = Double(counts.max() ?? 0) / Double(count)
    return -FramePair.upperLimit(share, count: count).logarithm
  }

  /// By least squares. If one frame is a multiple of the other, the second factor is 0.
  private var factors: (first: Double, second: Double, offset: Double) {
    var (n, x, y, z) = (0.0, 0.0, 0.0, 0.0)
    var (xx, xy, yy, xz, yz) = (0.0, 0.0, 0.0, 0.0, 0.0)
    forEachSample { first, second, guessed in
      n += 1
      x += first
      y += second
      z += guessed
      xx += first * first
      xy += first * second
      yy += second * second
      xz += first * guessed
      yz += second * guessed
    }
    // About the means.
    xx -= x * x / n
    xy -= x * y / n
    yy -= y * y / n
    xz -= x * z / n
    yz -= y * z / n
    let determinant = xx * yy - xy * xy
    var (a, b) = (xx > 0 ? xz / xx : 0, 0.0)
    if determinant > 1e-9 * xx * yy {
      a = (xz * yy - yz * xy) / determinant
      b = (yz * xx - xz * xy) / determinant
    }
    return (a, b, (z - a * x - b * y) / n)
  }
}
