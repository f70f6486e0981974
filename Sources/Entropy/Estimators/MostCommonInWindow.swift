/// SP 800-90B §6.3.7: the next symbol is the commonest of the last few, by the most successful of
/// four windows.
struct MostCommonInWindow {
  static let windows = [63, 255, 1023, 4095]

  /// Nil if there are no more symbols than in the widest window.
  static func estimate(
    _ symbols: Span<UInt8>, alphabetSize: Int, windows: [Int] = windows
  ) -> Double? {
    guard symbols.count > windows.last ?? 0, let first = windows.first else { return nil }
    var counts = windows.map { WindowCounts(length: $0, alphabetSize: alphabetSize) }
    var scores = [Int](repeating: 0, count: windows.count)
    var (winner, predictions) = (0, Predictions())
    for index in symbols.indices {
      let symbol = symbols[index]
      if index >= first { predictions.note(isCorrect: counts[winner].commonest == symbol) }
      for window in windows.indices where index >= windows[window] {
        guard counts[window].commonest == symbol else { continue }
        scores[window] += 1
        if scores[window] >= scores[winner] { winner = window }
      }
      for window in windows.indices { counts[window].add(symbol, at: index, of: symbols) }
    }
    return predictions.estimate(of: symbols.count - first, alphabetSize: alphabetSize)
  }
}

/// How often each symbol occurs in the last `length`.
private struct WindowCounts {
  let length: Int
  private var counts: [Int]
  /// Where each symbol occurred last: the later of two equally common ones counts.
  private var places: [Int]
  private(set) var commonest: UInt8 = 0

  init(length: Int, alphabetSize: Int) {
    self.length = length
    counts = [Int](repeating: 0, count: alphabetSize)
    places = [Int](repeating: -1, count: alphabetSize)
  }

  mutating func add(_ symbol: UInt8, at index: Int, of symbols: Span<UInt8>) {
    counts[Int(symbol)] += 1
    places[Int(symbol)] = index
    let left = index >= length ? symbols[index - length] : nil
    if let left { counts[Int(left)] -= 1 }
    if left == commonest, symbol != commonest {
      commonest = search()
    } else if counts[Int(symbol)] >= counts[Int(commonest)] {
      commonest = symbol
    }
  }

  private func search() -> UInt8 {
    var best = 0
    for symbol in counts.indices {
      if (counts[symbol], places[symbol]) > (counts[best], places[best]) { best = symbol }
    }
    return UInt8(best)
  }
}
