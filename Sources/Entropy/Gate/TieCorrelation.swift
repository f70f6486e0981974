/// The correlation of ties: C(l) = P(tie at x and at x + l) / P(tie at x and, in another pair of
/// frames, at x + l), for 32 distances across, down and along both diagonals, and at mirrored places.
/// Noise that samples share is not their own. The other pair shows how often such places tie by
/// chance, however much the noise differs from place to place: shading, glow and dead pixels are
/// the same in both.
struct TieCorrelation {
  private static let most = 1.1

  private struct Found {
    let relation: TieRelation
    let value: Double
    /// Standard error of the value if there were no correlation.
    let error: Double
  }

  private let found: [Found]
  /// A map of the first pair.
  let first: TieMap
  /// A tie may be only as far from the row's median as makes ties common enough to count in the
  /// first pair: 0 for the noise of most sensors.
  private let reach: Int

  /// For the pairs of consecutive frames.
  init(_ frames: [Frame], _ pairs: [FramePair]) {
    var reach = 0
    var first = TieMap(frames[0], frames[1], shifts: pairs[0].shifts, reach: reach)
    while reach < 1 << 14, first.share < 1.0 / 16 {
      reach = reach * 2 + 1
      first = TieMap(frames[0], frames[1], shifts: pairs[0].shifts, reach: reach)
    }
    let maps =
      [first]
      + pairs.indices.dropFirst().map {
        TieMap(frames[$0], frames[$0 + 1], shifts: pairs[$0].shifts, reach: reach)
      }
    // Two pairs on, no frame is the same.
    let others = maps.indices.map { $0 + 2 < maps.count ? $0 + 2 : $0 - 2 }
    self.init(zip(maps, others).filter { $0.1 >= 0 }.map { ($0.0, maps[$0.1]) }, first, reach)
  }

  /// For a later pair.
  init(_ first: Frame, _ second: Frame, _ pair: FramePair, since gate: TieCorrelation) {
    let map = TieMap(first, second, shifts: pair.shifts, reach: gate.reach)
    self.init([(map, gate.first)], gate.first, gate.reach)
  }

  private init(_ maps: [(TieMap, TieMap)], _ first: TieMap, _ reach: Int) {
    (self.first, self.reach) = (first, reach)
    found = TieRelation.all.compactMap { relation in
      var (both, expected, seen) = (0, 0.0, 0)
      for (map, other) in maps where other.share > 0 {
        both += map.coincidences(relation, with: map)
        let count = map.coincidences(relation, with: other)
        seen += count
        expected += Double(count) * map.share / other.share
      }
      // Fewer say nothing: one coincidence would be many times chance.
      guard seen >= 20 else { return nil }
      let value = Double(both) / expected
      let error = (1 / expected + 1 / Double(seen)).squareRoot()
      return Found(relation: relation, value: value, error: error)
    }
  }

  /// The greatest value. Throws if one is above 1.1 by more than `errors` standard errors.
  func check(errors: Double = 4) throws(EntropyError) -> Double {
    let least = found.map { $0.value - errors * $0.error }
    if let worst = least.indices.max(by: { least[$0] < least[$1] }),
      least[worst] > TieCorrelation.most
    {
      throw .dependentNeighbours(found[worst].relation, correlation: found[worst].value)
    }
    return found.map(\.value).max() ?? 1
  }
}
