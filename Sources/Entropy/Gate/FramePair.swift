internal import Glibc

/// Two consecutive frames, compared sample by sample: how often the difference is the same. That
/// limits the collision entropy, which the extractor needs. Differences are counted from the median
/// of their row, so neither a fixed pattern nor an offset that all samples of a row share affects it:
/// row noise and flickering light are not the samples' own.
struct FramePair {
  /// The fewest samples whose median counts: narrow rows share one.
  private static let least = 256
  /// Of differences from a median.
  private static let reach = 2 * 65_535

  /// For each row, the median of its differences, second minus first.
  let shifts: [Int]
  /// The share of samples with the commonest difference from it.
  let share: Double
  private let count: Int

  init(_ first: Frame, _ second: Frame) {
    let shape = first.shape
    let rows = (FramePair.least + shape.width - 1) / shape.width
    var all = [Int32](repeating: 0, count: 2 * FramePair.reach + 1)
    var row = [Int32](repeating: 0, count: FramePair.reach + 1)
    var shifts: [Int] = []
    first.withSamples { first in
      second.withSamples { second in
        for top in stride(from: 0, to: shape.height, by: rows) {
          let places = top * shape.width..<min(top + rows, shape.height) * shape.width
          let shift = FramePair.median(first.extracting(places), second.extracting(places), &row)
          for index in places {
            all[FramePair.reach + Int(second[index]) - Int(first[index]) - shift] += 1
          }
          for _ in 0..<places.count / shape.width { shifts.append(shift) }
        }
      }
    }
    self.shifts = shifts
    count = shape.count
    share = Double(all.max() ?? 0) / Double(count)
  }

  /// Of the differences. `counts` is all 0 before and after.
  private static func median(
    _ first: Span<UInt16>, _ second: Span<UInt16>, _ counts: inout [Int32]
  ) -> Int {
    let middle = 65_535
    var median = 2 * middle
    for index in first.indices {
      let place = middle + Int(second[index]) - Int(first[index])
      counts[place] += 1
      median = min(median, place)
    }
    var below = Int(counts[median])
    while 2 * below < first.count {
      median += 1
      below += Int(counts[median])
    }
    for index in first.indices { counts[middle + Int(second[index]) - Int(first[index])] = 0 }
    return median - middle
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
  /// exceeded with a chance of 2^−`rarity`, by the same bound.
  static func greatestCount(of count: Int, entropy: Double, rarity: Double = 40) -> Int {
    let goal = rarity * log(2) / Double(count)
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
