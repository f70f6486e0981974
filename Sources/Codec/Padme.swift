/// Padmé: sizes are rounded up so that a packet reveals O(log log n) bits of its length and is at
/// most 12 % longer (Nikitin and others, "Reducing Metadata Leakage from Encrypted Files and
/// Communication with PURBs", PoPETs 2019, §4), with a floor of 64 bytes.
package enum Padme {
  package static let floor = 64

  /// The bucket, in bytes, of a body of `count` bytes.
  package static func bucket(_ count: Int) -> Int {
    guard count > floor else { return floor }
    let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
    let significant = Int.bitWidth - exponent.leadingZeroBitCount
    let mask = (1 << (exponent - significant)) - 1
    return (count + mask) & ~mask
  }
}
