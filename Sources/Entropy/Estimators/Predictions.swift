internal import Glibc

/// How well a predictor did (the end of SP 800-90B §6.3.7 to §6.3.10).
struct Predictions {
  private var correct = 0
  private var run = 0
  private var longestRun = 0

  mutating func note(isCorrect: Bool) {
    guard isCorrect else {
      run = 0
      return
    }
    correct += 1
    run += 1
    longestRun = max(longestRun, run)
  }

  /// The estimate from `count` predictions: by how many were right, and by the longest run of right
  /// ones.
  func estimate(of count: Int, alphabetSize: Int) -> Double {
    let share = Double(correct) / Double(count)
    let global =
      correct == 0
      ? 1 - pow(0.01, 1 / Double(count)) : Confidence.upperLimit(share, count: count)
    let least = max(global, 1 / Double(alphabetSize))
    return -log2(max(least, local(count, above: least)))
  }

  /// The p at which 99 % of sequences have no run longer than the longest here; `least` if that is
  /// more.
  private func local(_ count: Int, above least: Double) -> Double {
    guard least < 1, noRun(least, count) > log(0.99) else { return least }
    var (low, high) = (least, 1.0)
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return high }
      if noRun(middle, count) > log(0.99) { low = middle } else { high = middle }
    }
  }

  /// The logarithm of the chance that `count` predictions, each right with p, have no run longer
  /// than the longest one was (Feller, An Introduction to Probability Theory, XIII.7). The root
  /// x = 1 + y is found as y, which is small.
  private func noRun(_ p: Double, _ count: Int) -> Double {
    let (q, r) = (1 - p, Double(longestRun + 1))
    var (y, before) = (0.0, -1.0)
    var rounds = 0
    while rounds < 66, y > before * (1 + 1e-16) {
      before = y
      y = q * pow(p, r) * pow(1 + y, r + 1)
      rounds += 1
    }
    return log(q - p * y) - log((1 - r * y) * q) - (Double(count) + 1) * log1p(y)
  }
}
