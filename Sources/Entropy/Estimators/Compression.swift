internal import Glibc

/// SP 800-90B §6.3.4: Maurer's universal statistic over blocks of 6 bits.
enum Compression {
  private static let width = 6
  private static let blocks = 64

  /// `learned` blocks fill the dictionary before the first is measured. Nil if there are no more
  /// than those.
  static func estimate(_ bits: Span<UInt8>, learned: Int = 1000) -> Double? {
    let count = bits.count / width
    guard count > learned + 1 else { return nil }
    var last = [Int](repeating: 0, count: blocks)
    var (sum, squares) = (CompensatedSum(), CompensatedSum())
    for index in 0..<count {
      var block = 0
      for place in 0..<width { block = block << 1 | Int(bits[index * width + place]) }
      if index >= learned {
        let distance = log2(Double(index + 1 - last[block]))
        sum.add(distance)
        squares.add(distance * distance)
      }
      last[block] = index + 1
    }
    let measured = Double(count - learned)
    let mean = sum.value / measured
    let deviation = 0.5907 * (squares.value / (measured - 1) - mean * mean).squareRoot()
    let limit = mean - Confidence.z * deviation / measured.squareRoot()
    return search(limit, learned: learned, count: count)
  }

  /// The p whose expected statistic is `limit`: the greater p, the smaller the statistic.
  private static func search(_ limit: Double, learned: Int, count: Int) -> Double {
    let logarithms = (0...count).map { log2(Double(max(1, $0))) }
    func expected(_ p: Double) -> Double {
      let q = (1 - p) / Double(blocks - 1)
      let rest = Double(blocks - 1) * term(q, learned, logarithms)
      return term(p, learned, logarithms) + rest
    }
    var (low, high) = (1 / Double(blocks), 1.0)
    guard expected(low) > limit else { return 1 }
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return -log2(high) / Double(width) }
      if expected(middle) > limit { low = middle } else { high = middle }
    }
  }

  /// G(z) of the standard: the expected log₂ of the distance to the last block of probability z.
  /// The sum over all blocks is grouped by distance: each distance u below the block's own number t
  /// counts z²(1−z)^(u−1) once for every later t, and z(1−z)^(t−1) once.
  private static func term(_ z: Double, _ learned: Int, _ logarithms: [Double]) -> Double {
    let count = logarithms.count - 1
    var (inner, tail) = (CompensatedSum(), CompensatedSum())
    var power = 1 - z
    for distance in 2...count {
      let part = logarithms[distance] * power
      if part == 0 { break }
      inner.add(part * Double(count - max(distance, learned)))
      if distance > learned { tail.add(part) }
      power *= 1 - z
    }
    return z * (z * inner.value + tail.value) / Double(count - learned)
  }
}

/// A sum that keeps what rounding would lose (Kahan).
struct CompensatedSum {
  private(set) var value = 0.0
  private var lost = 0.0

  mutating func add(_ part: Double) {
    let corrected = part - lost
    let next = value + corrected
    lost = (next - value) - corrected
    value = next
  }
}
