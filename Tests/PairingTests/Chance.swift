import Glibc

/// The range of a count that chance alone decides.
enum Chance {
  /// The counts that `trials` trials with this chance give, but for a probability below `risk`.
  static func binomial(trials: Int, chance: Double, risk: Double) -> ClosedRange<Int> {
    range(0...trials, risk) {
      choices($0, of: trials) + Double($0) * log(chance) + Double(trials - $0) * log1p(-chance)
    }
  }

  /// How many of `wins` among `trials` fall into the first half, unless there is a trend.
  static func firstHalf(of wins: Int, trials: Int, risk: Double) -> ClosedRange<Int> {
    let half = trials / 2
    let counts = max(0, wins - (trials - half))...min(wins, half)
    return range(counts, risk) {
      choices($0, of: half) + choices(wins - $0, of: trials - half) - choices(wins, of: trials)
    }
  }

  /// Cuts off as much of either end as holds less than half of the risk.
  private static func range(
    _ counts: ClosedRange<Int>, _ risk: Double, _ logarithm: (Int) -> Double
  ) -> ClosedRange<Int> {
    func kept(_ counts: some Sequence<Int>) -> Int {
      var left = risk / 2
      return counts.first { count in
        left -= exp(logarithm(count))
        return left < 0
      }!
    }
    return kept(counts)...kept(counts.reversed())
  }

  /// Logarithm of the ways to choose `count` of `all`.
  private static func choices(_ count: Int, of all: Int) -> Double {
    lgamma(Double(all + 1)) - lgamma(Double(count + 1)) - lgamma(Double(all - count + 1))
  }
}
