internal import Pad

/// Birthday spacings (Marsaglia 1985; L'Ecuyer and Simard 2001): each 8 bytes in a row are a number.
/// The outputs of a linear congruential generator lie on a lattice, so differences of neighbouring
/// numbers come again that hardly ever would by chance.
enum BirthdaySpacings {
  /// The chance that random bytes have as many equal spacings: Poisson with n³/4k expected, for n
  /// numbers below k.
  static func test(_ bytes: Span<UInt8>) -> Double? {
    guard bytes.count >= 256 else { return nil }
    let repeats = equalNeighbours(spacings(of: numbers(bytes)))
    let count = Double(bytes.count - 7)
    return repeats == 0
      ? 1 : IncompleteGamma.lower(Double(repeats), count * count * count / 4 / 0x1p64)
  }

  private static func numbers(_ bytes: Span<UInt8>) -> [UInt64] {
    var number: UInt64 = 0
    var numbers: [UInt64] = []
    numbers.reserveCapacity(bytes.count)
    for index in bytes.indices {
      number = number << 8 | UInt64(bytes[index])
      if index >= 7 { numbers.append(number) }
    }
    return numbers
  }

  private static func spacings(of numbers: [UInt64]) -> [UInt64] {
    let sorted = numbers.sorted()
    return zip(sorted.dropFirst(), sorted).map { $0 - $1 }
  }

  private static func equalNeighbours(_ spacings: [UInt64]) -> Int {
    let sorted = spacings.sorted()
    return zip(sorted, sorted.dropFirst()).count { $0 == $1 }
  }
}
