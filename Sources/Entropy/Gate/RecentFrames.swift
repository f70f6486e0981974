/// Some samples of each of the latest frames, to compare a new one with: an old picture is not
/// noise, even if a counter in it or a few rows are new, nor is one that others predict.
struct RecentFrames: ~Copyable {
  /// Frames that a new one is compared with.
  static let reach = 4096
  /// Samples kept of a frame, and those compared with all frames: with the few that tie more often
  /// than about one pair in 1000 would by chance, the others are compared, too.
  static let most = 2048
  private static let head = 256
  /// Differences are counted modulo this: more than a limit of 8 bits, the highest of any bound,
  /// can tell apart.
  private static let differences = 1024

  /// Where the samples are in a frame.
  private let places: [Int]
  /// More ties than this are not chance, among the first samples and among all.
  private let headLimit: Int
  private let limit: Int
  /// A row for each frame, the oldest overwritten first.
  private let kept: Frame
  private var guess = LinearGuess()
  /// Frames so far.
  private(set) var count = 0

  /// Noise with `entropy` bits of collision entropy per sample is mistaken for an old frame with a
  /// chance of 2⁻⁴⁰ per pair and difference.
  init(shape: FrameShape, entropy: Double) {
    let number = min(RecentFrames.most, shape.count)
    let stretch = shape.count / number
    // One sample per stretch, not at the same place in all: stretches may be whole rows. The first
    // ones are spread over the frame, too, as 1231 is a prime.
    places = (0..<number).map { place in
      let scattered = (UInt64(place) &* 0x9e37_79b9_7f4a_7c15) >> 33
      return place * 1231 % number * stretch + Int(scattered) % stretch
    }
    let head = min(RecentFrames.head, number)
    headLimit = FramePair.greatestCount(of: head, entropy: entropy, rarity: 10)
    limit = FramePair.greatestCount(of: number, entropy: entropy)
    kept = Frame(FrameShape(width: number, height: RecentFrames.reach + 1, bits: shape.bits))
  }

  /// The place of an earlier frame that this one ties with more often than noise would.
  mutating func remember(_ frame: Frame) -> Int? {
    let row = count
    defer { count += 1 }
    let start = samples(row).lowerBound
    frame.withSamples { samples in
      kept.withMutableSamples { kept in
        for index in places.indices { kept[start + index] = samples[places[index]] }
      }
    }
    var counts = [UInt16](repeating: 0, count: RecentFrames.differences)
    return (max(0, row - RecentFrames.reach)..<row).last { other in
      ties(other, row, RecentFrames.head, &counts) > headLimit
        && ties(other, row, RecentFrames.most, &counts) > limit
    }
  }

  /// Whether the latest frames predict this one more often than they would predict noise.
  mutating func isForetold(_ frame: Frame) -> Bool {
    guess.add(places.map { place in frame.withSamples { Double($0[place]) } })
    return count > 1 && guess.latestHits > limit
  }

  private func samples(_ number: Int) -> Range<Int> {
    let start = number % kept.shape.height * places.count
    return start..<start + places.count
  }

  /// How often the commonest difference occurs, in the first samples. `counts` is all 0 before and
  /// after.
  private func ties(_ first: Int, _ second: Int, _ most: Int, _ counts: inout [UInt16]) -> Int {
    let (first, second) = (samples(first).prefix(most), samples(second).prefix(most))
    var greatest: UInt16 = 0
    kept.withSamples { kept in
      let (first, second) = (kept.extracting(first), kept.extracting(second))
      for index in first.indices {
        let place = Int(second[index] &- first[index]) % RecentFrames.differences
        counts[place] += 1
        greatest = max(greatest, counts[place])
      }
      for index in first.indices {
        counts[Int(second[index] &- first[index]) % RecentFrames.differences] = 0
      }
    }
    return Int(greatest)
  }
}
