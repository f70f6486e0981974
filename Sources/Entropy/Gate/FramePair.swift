internal import Glibc

/// Two consecutive frames, compared sample by sample: how often the difference is the same. That
/// limits the collision entropy, which the extractor needs, and neither a fixed pattern nor an
/// offset that all samples share affects it.
struct FramePair {
  /// The commonest difference, second minus first.
  let shift: Int
  /// The share of samples with that difference.
  let share: Double
  private let count: Int

  init(_ first: Frame, _ second: Frame) {
    let middle = 65_535
    var counts = [Int32](repeating: 0, count: 2 * middle + 1)
    first.withSamples { first in
      second.withSamples { second in
        for index in first.indices {
          counts[middle + Int(second[index]) - Int(first[index])] += 1
        }
      }
    }
    var best = 0
    for place in counts.indices where counts[place] > counts[best] { best = place }
    shift = best - middle
    count = first.shape.count
    share = Double(counts[best]) / Double(count)
  }

  /// Bits per sample: −log₂ of the upper limit of the share, which fails with a chance of 2⁻⁴⁰.
  var entropy: Double { -log2(FramePair.upperLimit(share, count: count)) }

  /// Bits per sample, without the margin: for a pair that is compared with a limit.
  var plainEntropy: Double { -log2(share) }

  /// The p at which a share this low has a chance of at most 2⁻⁴⁰, by Chernoff's bound
  /// e^(−n·D(share‖p)).
  static func upperLimit(_ share: Double, count: Int) -> Double {
    let goal = 40 * log(2) / Double(count)
    var (low, high) = (share, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if divergence(share, middle) < goal { low = middle } else { high = middle }
    }
    return high
  }

  /// The most of `count` samples that tie if each does with a chance of at most 2^−`entropy`,
  /// exceeded with a chance of 2⁻⁴⁰, by the same bound.
  static func greatestCount(of count: Int, entropy: Double) -> Int {
    let goal = 40 * log(2) / Double(count)
    let p = exp2(-entropy)
    var (low, high) = (p, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if divergence(middle, p) < goal { low = middle } else { high = middle }
    }
    return Int((high * Double(count)).rounded(.up))
  }

  private static func divergence(_ share: Double, _ p: Double) -> Double {
    let hit = share > 0 ? share * log(share / p) : 0
    let miss = share < 1 ? (1 - share) * log((1 - share) / (1 - p)) : 0
    return hit + miss
  }
}

extension Double {
  /// log₂.
  package var logarithm: Double { log2(self) }
}
