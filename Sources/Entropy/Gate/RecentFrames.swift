/// A sample of each of the latest frames, with which a new one is compared: an old picture is no
/// noise, even where a counter in it or a few rows are new.
struct RecentFrames: ~Copyable {
  /// Frames that a new one is compared with.
  static let reach = 64
  /// Samples that are kept of a frame.
  static let most = 4096
  /// Differences are counted modulo so many: more than a limit of 8 bits, which no bound is above,
  /// can tell apart.
  private static let differences = 1024

  /// Where the samples stand in a frame.
  private let places: [Int]
  /// More ties than that are no chance.
  private let limit: Int
  /// A row for each frame, the oldest overwritten first.
  private let kept: Frame
  /// Frames so far.
  private(set) var count = 0

  /// Noise of `entropy` bits a sample, collision entropy, is taken for an old frame with a chance
  /// of 2⁻⁴⁰ a pair and difference.
  init(shape: FrameShape, entropy: Double) {
    let number = min(RecentFrames.most, shape.count)
    let stretch = shape.count / number
    // One sample of each stretch, not at the same place in all: they may be whole rows.
    places = (0..<number).map { place in
      let scattered = (UInt64(place) &* 0x9e37_79b9_7f4a_7c15) >> 33
      return place * stretch + Int(scattered) % stretch
    }
    limit = FramePair.greatestCount(of: number, entropy: entropy)
    kept = Frame(FrameShape(width: number, height: RecentFrames.reach + 1, bits: shape.bits))
  }

  /// The place of an earlier frame that this one ties with more often than noise would.
  mutating func remember(_ frame: Frame) -> Int? {
    let row = count
    defer { count += 1 }
    keep(frame, row)
    var counts = [UInt16](repeating: 0, count: RecentFrames.differences)
    return (max(0, row - RecentFrames.reach)..<row).last { ties($0, row, &counts) > limit }
  }

  private func samples(_ number: Int) -> Range<Int> {
    let start = number % kept.shape.height * places.count
    return start..<start + places.count
  }

  private func keep(_ frame: Frame, _ number: Int) {
    let start = samples(number).lowerBound
    frame.withSamples { samples in
      kept.withMutableSamples { kept in
        for index in places.indices { kept[start + index] = samples[places[index]] }
      }
    }
  }

  /// How often the commonest difference occurs. `counts` is all 0 before and after.
  private func ties(_ first: Int, _ second: Int, _ counts: inout [UInt16]) -> Int {
    let (first, second) = (samples(first), samples(second))
    var most: UInt16 = 0
    kept.withSamples { kept in
      let (first, second) = (kept.extracting(first), kept.extracting(second))
      for index in first.indices {
        let place = Int(second[index] &- first[index]) % RecentFrames.differences
        counts[place] += 1
        most = max(most, counts[place])
      }
      for index in first.indices {
        counts[Int(second[index] &- first[index]) % RecentFrames.differences] = 0
      }
    }
    return Int(most)
  }
}
