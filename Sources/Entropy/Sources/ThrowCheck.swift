internal import Glibc

/// A check that typed values are plausible: no value and no pair of values comes up so often that
/// even the most uneven source allowed would show it with a chance of only 2⁻⁴⁰.
struct ThrowCheck {
  /// Min-entropy of a value in bits, the least that is allowed.
  private let entropy: Double
  private var values: [Int]
  private var pairs: [Int]
  private var held: Int?

  /// For rolls of dice loaded to at most p = 0.2, or the bits that von Neumann makes of tosses,
  /// which are even for every steady coin.
  init(_ kind: TypedThrows.Kind) {
    let count = kind == .dice ? 6 : 2
    entropy = kind == .dice ? -log2(0.2) : 1
    values = [Int](repeating: 0, count: count)
    pairs = [Int](repeating: 0, count: count * count)
  }

  mutating func add(_ value: UInt8) {
    let value = Int(value)
    values[value] += 1
    guard let first = held else {
      held = value
      return
    }
    held = nil
    pairs[first * values.count + value] += 1
  }

  var isPassed: Bool {
    ThrowCheck.isLikely(values, entropy) && ThrowCheck.isLikely(pairs, 2 * entropy)
  }

  private static func isLikely(_ counts: [Int], _ entropy: Double) -> Bool {
    let total = counts.reduce(0, +)
    let greatest = counts.max() ?? 0
    return total == 0 || greatest <= FramePair.greatestCount(of: total, entropy: entropy)
  }
}
