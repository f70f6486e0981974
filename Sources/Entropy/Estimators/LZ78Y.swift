/// SP 800-90B §6.3.10: the next symbol is what most often followed one of the last 1 to 16, by a
/// dictionary that fills up.
enum LZ78Y {
  /// Contexts that the dictionary holds.
  private static let capacity = 65_536

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
    var counts = empty
    var history: Counts.Key = 0
    for index in 0..<longest { Counts.append(symbols[index], to: &history) }
    var (known, predictions) = (0, Predictions())
    for index in longest..<symbols.count {
      let symbol = symbols[index]
      var (prediction, most) = (UInt8(0), 0)
      for length in (1...longest).reversed() {
        let key = Counts.context(history, length)
        if let context = counts.find(key, length: length) {
          let favourite = counts.favourite(after: context)
          if favourite.count > most { (prediction, most) = favourite }
          _ = counts.count(symbol, after: context, mayBeNew: true)
        } else if known < capacity {
          _ = counts.count(symbol, after: counts.add(key, length: length), mayBeNew: true)
          known += 1
        }
      }
      if index > longest { predictions.note(isCorrect: most > 0 && prediction == symbol) }
      Counts.append(symbol, to: &history)
    }
    return predictions
  }
}
