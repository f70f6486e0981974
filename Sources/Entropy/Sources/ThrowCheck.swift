internal import Glibc

/// A check that typed values are plausible: no value and no pair of values comes up so often that
/// even the most uneven source allowed would show it with a chance of only 2⁻⁴⁰; and no part came
/// before.
struct ThrowCheck {
  private let kind: TypedThrows.Kind
  /// Min-entropy of a value in bits, the least that is allowed.
  private let entropy: Double
  private var values: [Int]
  private var pairs: [Int]
  private var toss: UInt8?
  private var held: UInt8?
  /// A search for 128 bits of earlier throws, of other sources too.
  private(set) var repeats: RepeatSearch
  private let start: Int

  /// Rolls may be of a die loaded to p = 0.2. Of tosses, the first of each unequal pair counts,
  /// which is even for every steady coin (von Neumann).
  init(_ kind: TypedThrows.Kind, after earlier: RepeatSearch?) {
    self.kind = kind
    entropy = kind == .dice ? -log2(0.2) : 1
    repeats = earlier ?? RepeatSearch(length: Int((128 / entropy).rounded(.up)))
    start = repeats.count
    values = [Int](repeating: 0, count: kind.faces)
    pairs = [Int](repeating: 0, count: kind.faces * kind.faces)
  }

  mutating func add(_ value: UInt8) {
    switch kind {
    case .dice: count(value)
    case .coins:
      guard let first = toss else {
        toss = value
        return
      }
      toss = nil
      if first != value { count(first) }
    }
  }

  private mutating func count(_ value: UInt8) {
    values[Int(value)] += 1
    repeats.add(UInt16(value))
    guard let first = held else {
      held = value
      return
    }
    held = nil
    pairs[Int(first) * kind.faces + Int(value)] += 1
  }

  /// Throws for the throws of the source called `name`.
  func check(_ name: String) throws(EntropyError) {
    guard ThrowCheck.isLikely(values, entropy), ThrowCheck.isLikely(pairs, 2 * entropy) else {
      throw .unlikelyThrows(name, kind)
    }
    guard let found = repeats.found else { return }
    throw found.earlier < start ? .sameSource(name) : .unlikelyThrows(name, kind)
  }

  private static func isLikely(_ counts: [Int], _ entropy: Double) -> Bool {
    let total = counts.reduce(0, +)
    let greatest = counts.max() ?? 0
    return total == 0 || greatest <= FramePair.greatestCount(of: total, entropy: entropy)
  }
}
