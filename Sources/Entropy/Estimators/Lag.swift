/// SP 800-90B §6.3.8: the next symbol is the one a fixed number of places back, by the most
/// successful of 128 distances.
enum Lag {
  static func estimate(
    _ symbols: Span<UInt8>, alphabetSize: Int, distances: Int = 128
  ) -> Double? {
    guard symbols.count > 2 else { return nil }
    var scores = [Int32](repeating: 0, count: distances + 1)
    var (winner, highest) = (1, Int32(0))
    var predictions = Predictions()
    for index in 1..<symbols.count {
      let symbol = symbols[index]
      if winner <= index { predictions.note(isCorrect: symbols[index - winner] == symbol) }
      for distance in 1...min(distances, index) where symbols[index - distance] == symbol {
        scores[distance] += 1
        if scores[distance] >= highest { (winner, highest) = (distance, scores[distance]) }
      }
    }
    return predictions.estimate(of: symbols.count - 1, alphabetSize: alphabetSize)
  }
}
