/// A block of throws, turned into bits that are exactly uniform for any steady die or coin, however
/// loaded (P. Elias, The efficient construction of an unbiased random sequence, 1972).
///
/// All arrangements of the same throws are equally likely. So the rank of one among them, in
/// lexicographic order, is uniform below their number, which is a sum of powers of two. A rank that
/// falls into the part of 2ᵏ gives the k bits of its place in that part.
struct Arrangement {
  /// The most throws in a block: 45 times 6⁴⁵ is below 2¹²⁸.
  static let longest = 45

  /// Bits, the highest first; the bits above them are not used.
  let bits: UInt128
  let count: Int

  /// `values` are at most 45 throws, each below `faces`.
  init(_ values: [UInt8], faces: Int) {
    var left = (0..<faces).map { face in values.count { $0 == face } }
    let number = Arrangement.number(left)
    var (rest, rank) = (number, UInt128(0))
    for (place, value) in values.enumerated() {
      let total = UInt128(values.count - place)
      // Those that begin with a lower throw come first.
      for lower in 0..<Int(value) { rank += rest * UInt128(left[lower]) / total }
      rest = rest * UInt128(left[Int(value)]) / total
      left[Int(value)] -= 1
    }
    var part = UInt128(1) << UInt128(127 - number.leadingZeroBitCount)
    while number & part == 0 || rank >= part {
      if number & part != 0 { rank -= part }
      part >>= 1
    }
    (bits, count) = (rank, part.trailingZeroBitCount)
  }

  /// How many arrangements there are of so many throws of each value.
  private static func number(_ counts: [Int]) -> UInt128 {
    var (number, total) = (UInt128(1), 0)
    for count in counts where count > 0 {
      // Each step gives a binomial coefficient, so the division is exact.
      for chosen in 1...count {
        total += 1
        number = number * UInt128(total) / UInt128(chosen)
      }
    }
    return number
  }
}
