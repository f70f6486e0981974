/// SP 800-90B §6.3.9: the next symbol is what most often followed the last few, by the most
/// successful of 16 lengths.
enum MarkovModels {
  static func estimate(_ symbols: Span<UInt8>, alphabetSize: Int, lengths: Int = 16) -> Double? {
    guard symbols.count > 3 else { return nil }
    let predictions =
      alphabetSize == 2
      ? predict(symbols, MarkovModelSet(BitFollowerCounts(length: lengths), lengths: lengths))
      : predict(symbols, MarkovModelSet(ByteFollowerCounts(), lengths: lengths))
    return predictions.estimate(of: symbols.count - 2, alphabetSize: alphabetSize)
  }

  private static func predict<Counts>(
    _ symbols: Span<UInt8>, _ models: consuming MarkovModelSet<Counts>
  ) -> Predictions {
    var history: Counts.Key = 0
    Counts.append(symbols[0], to: &history)
    for index in 1..<symbols.count {
      models.next(symbols[index], after: history, at: index)
      Counts.append(symbols[index], to: &history)
    }
    return models.predictions
  }
}

/// The 16 models and how well they do.
private struct MarkovModelSet<Counts: FollowerCounts> {
  /// Pairs that each length may remember.
  private static var capacity: Int { 100_000 }

  private var counts: Counts
  private let lengths: Int
  private var pairs: [Int]
  private var scores: [Int]
  private var winner = 1
  private(set) var predictions = Predictions()

  init(_ counts: Counts, lengths: Int) {
    self.counts = counts
    self.lengths = lengths
    pairs = [Int](repeating: 0, count: lengths + 1)
    scores = pairs
  }

  mutating func next(_ symbol: UInt8, after history: Counts.Key, at index: Int) {
    let predictor = winner
    // If a context is unknown, so are the longer ones that contain it.
    var isKnown = true
    for length in 1...min(lengths, index) {
      let key = Counts.context(history, length)
      // The context that begins with the very first symbol cannot have come up before.
      if length == index { isKnown = false }
      if isKnown, let context = counts.find(key, length: length) {
        score(counts.favourite(after: context).symbol == symbol, length, predictor)
        remember(symbol, after: context, length)
      } else {
        isKnown = false
        if pairs[length] < Self.capacity {
          remember(symbol, after: counts.add(key, length: length), length)
        }
      }
    }
  }

  private mutating func score(_ isCorrect: Bool, _ length: Int, _ predictor: Int) {
    if length == predictor { predictions.note(isCorrect: isCorrect) }
    guard isCorrect else { return }
    scores[length] += 1
    if scores[length] >= scores[winner] { winner = length }
  }

  private mutating func remember(_ symbol: UInt8, after context: Int, _ length: Int) {
    let mayBeNew = pairs[length] < Self.capacity
    if counts.count(symbol, after: context, mayBeNew: mayBeNew) { pairs[length] += 1 }
  }
}
