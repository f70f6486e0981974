internal import Glibc

/// The tests of SP 800-22 that count overlapping patterns: §2.11 and §2.12.
enum PatternTests {
  /// §2.12 with patterns of `length` bits.
  static func approximateEntropy(_ bits: Span<UInt8>, length: Int) -> Double {
    let count = Double(bits.count)
    func phi(_ length: Int) -> Double {
      guard length > 0 else { return 0 }
      return counts(bits, length).reduce(0.0) { sum, seen in
        seen == 0 ? sum : sum + Double(seen) / count * log(Double(seen) / count)
      }
    }
    let entropy = phi(length) - phi(length + 1)
    return IncompleteGamma.upper(exp2(Double(length - 1)), count * (log(2) - entropy))
  }

  /// §2.11 with patterns of `length` bits: both p-values.
  static func serial(_ bits: Span<UInt8>, length: Int) -> (Double, Double) {
    func psi(_ length: Int) -> Double {
      guard length > 0 else { return 0 }
      let sum = counts(bits, length).reduce(0.0) { $0 + Double($1) * Double($1) }
      return exp2(Double(length)) / Double(bits.count) * sum - Double(bits.count)
    }
    let (first, second, third) = (psi(length), psi(length - 1), psi(length - 2))
    let (once, twice) = (first - second, first - 2 * second + third)
    return (
      IncompleteGamma.upper(exp2(Double(length - 2)), once / 2),
      IncompleteGamma.upper(exp2(Double(length - 3)), twice / 2)
    )
  }

  /// How often each pattern occurs, with the sequence wrapping around.
  private static func counts(_ bits: Span<UInt8>, _ length: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: 1 << length)
    var pattern = 0
    for index in 0..<bits.count + length - 1 {
      pattern = (pattern << 1 | Int(bits[index % bits.count])) & (counts.count - 1)
      if index >= length - 1 { counts[pattern] += 1 }
    }
    return counts
  }
}
