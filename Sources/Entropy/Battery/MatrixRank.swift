internal import Glibc

/// SP 800-22 §2.5: how many square matrices of bits have full rank, one less, or fewer.
enum MatrixRank {
  /// Matrices of `size` rows, at most 64. Nil if the bits do not fill one.
  static func test(_ bits: Span<UInt8>, size: Int = 32) -> Double? {
    let matrices = bits.count / (size * size)
    guard matrices > 0 else { return nil }
    var counts = [0, 0, 0]
    for matrix in 0..<matrices {
      var rows: [UInt64] = []
      for row in 0..<size {
        let start = matrix * size * size + row * size
        var value: UInt64 = 0
        for index in start..<start + size { value = value << 1 | UInt64(bits[index]) }
        rows.append(value)
      }
      counts[min(2, size - rank(rows))] += 1
    }
    // For large matrices, whatever the size, as in the standard.
    let full = chance(of: 32, in: 32)
    let less = chance(of: 31, in: 32)
    let chances = [full, less, 1 - full - less]
    let sum = zip(counts, chances).reduce(0.0) { sum, pair in
      let expected = Double(matrices) * pair.1
      return sum + (Double(pair.0) - expected) * (Double(pair.0) - expected) / expected
    }
    return exp(-sum / 2)
  }

  /// The rank over GF(2).
  private static func rank(_ matrix: [UInt64]) -> Int {
    var (rows, rank) = (matrix, 0)
    while let pivot = rows.popLast() {
      guard pivot != 0 else { continue }
      rank += 1
      let lowest = pivot & (0 &- pivot)
      for index in rows.indices where rows[index] & lowest != 0 { rows[index] ^= pivot }
    }
    return rank
  }

  /// The chance that a random square matrix has rank r.
  private static func chance(of r: Int, in size: Int) -> Double {
    var product = exp2(Double(r * (2 * size - r) - size * size))
    for index in 0..<r {
      let above = 1 - exp2(Double(index - size))
      product *= above * above / (1 - exp2(Double(index - r)))
    }
    return product
  }
}
