internal import Glibc

/// Whether typed values can be what they are said to be: none of them, and no pair of them, comes up
/// so often that even a source as uneven as is allowed would show it with a chance of 2⁻⁴⁰ only.
struct ThrowCheck {
  /// Bits of a value, min-entropy, at the least that is allowed.
  private let entropy: Double
  private var values: [Int]
  private var pairs: [Int]
  private var held: Int?

  /// Rolls of dice that are loaded to p = 0.2 at most; or what von Neumann makes of tosses, which is
  /// even for every steady coin.
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
    return total == 0
      || counts.max()! <= FramePair.greatestCount(of: total, entropy: entropy)
  }
}
