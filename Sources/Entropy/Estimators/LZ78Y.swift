/// SP 800-90B §6.3.10: the next symbol is what most often followed one of the last 1 to 16, by a
/// dictionary that fills up.
enum LZ78Y {
  /// Contexts that the dictionary holds.
  fileprivate static let capacity = 65_536

  static func estimate(_ symbols: Span<UInt8>, alphabetSize: Int, longest: Int = 16) -> Double? {
    guard symbols.count > longest + 2 else { return nil }
    let predictions =
      alphabetSize == 2
      ? predict(symbols, longest, BitFollowerCounts(length: longest))
      : predict(symbols, longest, ByteFollowerCounts())
    return predictions.estimate(of: symbols.count - longest - 1, alphabetSize: alphabetSize)
  }

  private static func predict<Counts: FollowerCounts>(
    _ symbols: Span<UInt8>, _ longest: Int, _ empty: Counts
  ) -> Predictions {
    var contexts = KnownContexts(empty, longest: longest)
    var history: Counts.Key = 0
    for index in 0..<longest { Counts.append(symbols[index], to: &history) }
    var predictions = Predictions()
    for index in longest..<symbols.count {
      let symbol = symbols[index]
      let (prediction, most) = contexts.next(symbol, after: history)
      if index > longest { predictions.note(isCorrect: most > 0 && prediction == symbol) }
      Counts.append(symbol, to: &history)
    }
    return predictions
  }

  /// A context is added with all shorter ones that end it, so the known ones of a history are the
  /// shortest. Only if the dictionary fills up midway are longer ones known without the shorter:
  /// then all are looked up.
  private struct KnownContexts<Counts: FollowerCounts> {
    private var counts: Counts
    private let longest: Int
    private var size = 0
    private var isClosed = true

    init(_ counts: Counts, longest: Int) {
      self.counts = counts
      self.longest = longest
    }

    /// What followed most often so far, and how often, preferring the longer context in a tie; then
    /// counts `symbol`.
    mutating func next(_ symbol: UInt8, after history: Counts.Key) -> (UInt8, Int) {
      var (prediction, most) = (UInt8(0), 0)
      var unknown: Int?
      for length in 1...longest {
        let key = Counts.context(history, length)
        guard let context = counts.find(key, length: length) else {
          unknown = min(unknown ?? length, length)
          if isClosed { break } else { continue }
        }
        let favourite = counts.favourite(after: context)
        if favourite.count >= most { (prediction, most) = favourite }
        _ = counts.count(symbol, after: context, mayBeNew: true)
      }
      if let shortest = unknown, size < LZ78Y.capacity { learn(symbol, history, from: shortest) }
      return (prediction, most)
    }

    /// Adds the contexts from the longest down to the shortest unknown one.
    private mutating func learn(_ symbol: UInt8, _ history: Counts.Key, from shortest: Int) {
      for length in (shortest...longest).reversed() {
        guard size < LZ78Y.capacity else {
          isClosed = false
          return
        }
        let context = counts.add(Counts.context(history, length), length: length)
        _ = counts.count(symbol, after: context, mayBeNew: true)
        size += 1
      }
    }
  }
}
