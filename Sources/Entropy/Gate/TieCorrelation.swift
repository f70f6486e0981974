/// The correlation of ties: C(l) = P(tie at x and at x + l) / P(tie)², for 32 distances across,
/// down and along both diagonals, and C at mirrored places. Noise that samples share is not their
/// own.
struct TieCorrelation {
  private static let most = 1.1

  private struct Found {
    let relation: TieRelation
    let value: Double
    /// Standard error of the value if there were no correlation.
    let error: Double
  }

  private let found: [Found]

  init(_ frames: [Frame], _ pairs: [FramePair]) {
    let maps = TieCorrelation.maps(frames, pairs)
    var found: [Found] = []
    for relation in TieRelation.all {
      var (both, expected) = (0, 0.0)
      for map in maps {
        let (count, places) = map.coincidences(relation)
        both += count
        expected += Double(places) * map.share * map.share
      }
      // Fewer say nothing: one coincidence would be many times chance.
      guard expected >= 20 else { continue }
      let (value, error) = (Double(both) / expected, 1 / expected.squareRoot())
      found.append(Found(relation: relation, value: value, error: error))
    }
    self.found = found
  }

  /// A tie may be only as far from the commonest difference as makes ties common enough to count in
  /// the first pair: 0 for the noise of most sensors.
  private static func maps(_ frames: [Frame], _ pairs: [FramePair]) -> [TieMap] {
    guard let pair = pairs.first else { return [] }
    var reach = 0
    var first = TieMap(frames[0], frames[1], shift: pair.shift, reach: reach)
    while reach < 1 << 14, first.share < 1.0 / 16 {
      reach = reach * 2 + 1
      first = TieMap(frames[0], frames[1], shift: pair.shift, reach: reach)
    }
    return [first]
      + pairs.indices.dropFirst().map {
        TieMap(frames[$0], frames[$0 + 1], shift: pairs[$0].shift, reach: reach)
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
