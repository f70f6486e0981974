internal import Glibc

/// The regularized incomplete gamma functions (DLMF 8.2.4) that the tests of SP 800-22 use.
enum IncompleteGamma {
  /// Q(a, x), the chance that a gamma variable is above x.
  static func upper(_ a: Double, _ x: Double) -> Double {
    guard x > 0 else { return 1 }
    return x < a + 1 ? 1 - series(a, x) : fraction(a, x)
  }

  /// P(a, x), the chance that it is below x.
  static func lower(_ a: Double, _ x: Double) -> Double {
    guard x > 0 else { return 0 }
    return x < a + 1 ? series(a, x) : 1 - fraction(a, x)
  }

  /// P(a, x) by its power series (DLMF 8.11.4).
  private static func series(_ a: Double, _ x: Double) -> Double {
    var (term, sum, n) = (1 / a, 1 / a, a)
    while abs(term) > abs(sum) * 1e-16 {
      n += 1
      term *= x / n
      sum += term
    }
    return sum * exp(-x + a * log(x) - lgamma(a))
  }

  /// Q(a, x) by its continued fraction (DLMF 8.9.2), evaluated from the front (Lentz).
  private static func fraction(_ a: Double, _ x: Double) -> Double {
    let tiny = 1e-300
    var b = x + 1 - a
    var c = 1 / tiny
    var d = 1 / b
    var value = d
    for n in 1..<100_000 {
      let factor = -Double(n) * (Double(n) - a)
      b += 2
      d = factor * d + b
      if abs(d) < tiny { d = tiny }
      c = b + factor / c
      if abs(c) < tiny { c = tiny }
      d = 1 / d
      let change = d * c
      value *= change
      if abs(change - 1) < 1e-15 { break }
    }
    return value * exp(-x + a * log(x) - lgamma(a))
  }
}

/// The chance that a χ² variable with `degrees` degrees of freedom is above `value`.
func chiSquareTail(_ value: Double, degrees: Int) -> Double {
  IncompleteGamma.upper(Double(degrees) / 2, value / 2)
}

/// The chance that it is as far out at either end: a value that is too small is as suspicious as one
/// that is too great (Knuth, The Art of Computer Programming, 3.3.1).
func chiSquareEnds(_ value: Double, degrees: Int) -> Double {
  let (a, x) = (Double(degrees) / 2, value / 2)
  return min(1, 2 * min(IncompleteGamma.upper(a, x), IncompleteGamma.lower(a, x)))
}

/// Φ, the normal distribution.
func normalShare(_ value: Double) -> Double { 0.5 * erfc(-value / 2.squareRoot()) }
