internal import Glibc

/// Tests of SP 800-22 rev. 1a, section 2, on bits stored one per byte. Each gives a p-value: the
/// chance that perfect bits would look at least as strange. Nil if there are too few bits.
enum BitTests {
  /// §2.1.
  static func frequency(_ bits: Span<UInt8>) -> Double {
    var sum = 0
    for index in bits.indices { sum += 2 * Int(bits[index]) - 1 }
    return erfc(abs(Double(sum)) / Double(bits.count).squareRoot() / 2.squareRoot())
  }

  /// §2.2, blocks of `length` bits.
  static func blockFrequency(_ bits: Span<UInt8>, length: Int) -> Double? {
    let blocks = bits.count / length
    guard blocks > 0 else { return nil }
    var sum = 0.0
    for block in 0..<blocks {
      var ones = 0
      for index in block * length..<(block + 1) * length { ones += Int(bits[index]) }
      let share = Double(ones) / Double(length) - 0.5
      sum += share * share
    }
    return chiSquareTail(4 * Double(length) * sum, degrees: blocks)
  }

  /// §2.3.
  static func runs(_ bits: Span<UInt8>) -> Double {
    let count = Double(bits.count)
    var (ones, runs) = (Int(bits[0]), 1)
    for index in 1..<bits.count {
      ones += Int(bits[index])
      if bits[index] != bits[index - 1] { runs += 1 }
    }
    let share = Double(ones) / count
    guard abs(share - 0.5) < 2 / count.squareRoot() else { return 0 }
    let spread = 2 * share * (1 - share)
    return erfc(abs(Double(runs) - count * spread) / (2 * count).squareRoot() / spread)
  }

  /// §2.4: fewest bits, block length, shortest class, and the chances of the classes.
  private static let runClasses: [(bits: Int, length: Int, least: Int, chances: [Double])] = [
    (
      750_000, 10_000, 10,
      [0.086632, 0.208201, 0.248419, 0.193913, 0.121458, 0.068011, 0.073366]
    ),
    (6272, 128, 4, [0.1174035788, 0.242955959, 0.249363483, 0.17517706, 0.102701071, 0.112398847]),
    (128, 8, 1, [0.21484375, 0.3671875, 0.23046875, 0.1875]),
  ]

  static func longestRun(_ bits: Span<UInt8>) -> Double? {
    guard let classes = runClasses.first(where: { bits.count >= $0.bits }) else { return nil }
    let blocks = bits.count / classes.length
    var counts = [Int](repeating: 0, count: classes.chances.count)
    for block in 0..<blocks {
      var (run, longest) = (0, 0)
      for index in block * classes.length..<(block + 1) * classes.length {
        run = bits[index] == 1 ? run + 1 : 0
        longest = max(longest, run)
      }
      counts[min(max(longest - classes.least, 0), counts.count - 1)] += 1
    }
    let sum = zip(counts, classes.chances).reduce(0.0) { sum, pair in
      let expected = Double(blocks) * pair.1
      return sum + (Double(pair.0) - expected) * (Double(pair.0) - expected) / expected
    }
    return chiSquareTail(sum, degrees: counts.count - 1)
  }

  /// §2.13, forwards or backwards.
  static func cumulativeSums(_ bits: Span<UInt8>, isReverse: Bool = false) -> Double {
    var (sum, furthest) = (0, 0)
    for index in bits.indices {
      sum += 2 * Int(bits[isReverse ? bits.count - 1 - index : index]) - 1
      furthest = max(furthest, abs(sum))
    }
    let (count, z) = (bits.count, furthest)
    let scale = Double(z) / Double(count).squareRoot()
    var p = 1.0
    for k in ((-count / z + 1) / 4)...max((-count / z + 1) / 4, (count / z - 1) / 4) {
      p -= normalShare(Double(4 * k + 1) * scale) - normalShare(Double(4 * k - 1) * scale)
    }
    for k in ((-count / z - 3) / 4)...max((-count / z - 3) / 4, (count / z - 1) / 4) {
      p += normalShare(Double(4 * k + 3) * scale) - normalShare(Double(4 * k + 1) * scale)
    }
    return min(max(p, 0), 1)
  }
}
