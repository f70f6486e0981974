/// Whether ties come together: C(l) = P(tie at x and at x + l) / P(tie)², for 32 distances across
/// and down. Noise that neighbours share is no noise of their own.
struct TieCorrelation {
  private static let distances = 1...32
  private static let most = 1.1

  private struct Found {
    let distance: Int
    let isAcross: Bool
    let value: Double
    /// Standard error of the value, were there no correlation.
    let error: Double
  }

  private let found: [Found]

  init(_ frames: [Frame], _ pairs: [FramePair]) {
    let reach = TieCorrelation.reach(frames, pairs)
    let ties = pairs.indices.map {
      TieMap(frames[$0], frames[$0 + 1], shift: pairs[$0].shift, reach: reach)
    }
    var found: [Found] = []
    for isAcross in [true, false] {
      for distance in TieCorrelation.distances {
        var (both, expected) = (0, 0.0)
        for map in ties {
          let (count, places) = map.coincidences(distance, isAcross: isAcross)
          both += count
          expected += Double(places) * map.share * map.share
        }
        guard expected > 0 else { continue }
        let value = Double(both) / expected
        let error = 1 / expected.squareRoot()
        found.append(Found(distance: distance, isAcross: isAcross, value: value, error: error))
      }
    }
    self.found = found
  }

  /// How far from the commonest difference a tie may be: as little as makes ties common enough to
  /// be counted, 0 for the noise of most sensors.
  private static func reach(_ frames: [Frame], _ pairs: [FramePair]) -> Int {
    guard let pair = pairs.first else { return 0 }
    var reach = 0
    while reach < 1 << 14 {
      if TieMap(frames[0], frames[1], shift: pair.shift, reach: reach).share >= 1.0 / 16 { break }
      reach = reach * 2 + 1
    }
    return reach
  }

  /// The greatest value. Throws where one is above 1.1 by more than four standard errors.
  func check() throws(EntropyError) -> Double {
    if let worst = found.max(by: { $0.value - 4 * $0.error < $1.value - 4 * $1.error }),
      worst.value - 4 * worst.error > TieCorrelation.most
    {
      throw .dependentNeighbours(
        distance: worst.distance, direction: worst.isAcross ? "across" : "down",
        correlation: worst.value)
    }
    return found.map(\.value).max() ?? 1
  }
}

/// Where two frames tie, a bit for each sample, each row in words of its own.
private struct TieMap {
  private let shape: FrameShape
  private let words: Int
  private var bits: [UInt64]
  /// The share of samples that tie.
  private(set) var share = 0.0

  init(_ first: Frame, _ second: Frame, shift: Int, reach: Int) {
    shape = first.shape
    words = (shape.width + 63) / 64 + 1
    bits = [UInt64](repeating: 0, count: words * shape.height)
    first.withSamples { first in
      second.withSamples { second in
        for row in 0..<shape.height {
          for column in 0..<shape.width {
            let place = row * shape.width + column
            let difference = Int(second[place]) - Int(first[place]) - shift
            guard abs(difference) <= reach else { continue }
            bits[row * words + (column >> 6)] |= 1 << UInt64(column & 63)
          }
        }
      }
    }
    share = Double(bits.reduce(0) { $0 + $1.nonzeroBitCount }) / Double(shape.count)
  }

  /// How often both samples of such a distance tie, of how many.
  func coincidences(_ distance: Int, isAcross: Bool) -> (count: Int, places: Int) {
    var count = 0
    if isAcross {
      guard distance < shape.width else { return (0, 0) }
      for word in bits.indices.dropLast() {
        let moved = bits[word] >> UInt64(distance) | bits[word + 1] << UInt64(64 - distance)
        count += (bits[word] & moved).nonzeroBitCount
      }
      return (count, (shape.width - distance) * shape.height)
    }
    guard distance < shape.height else { return (0, 0) }
    for word in 0..<(shape.height - distance) * words {
      count += (bits[word] & bits[word + distance * words]).nonzeroBitCount
    }
    return (count, shape.width * (shape.height - distance))
  }
}
