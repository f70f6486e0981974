/// Bytes assembled from a few bits at a time, the most significant first; bits short of a whole byte
/// at the end are padding and are left out.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private let bits: Int
  private var value: UInt32 = 0
  private var count = 0

  /// - Parameter bits: how many each value has, at most 8.
  init(bits: Int) { self.bits = bits }

  mutating func append(_ next: UInt8) {
    value = value << UInt32(bits) | UInt32(next)
    count += bits
    guard count >= 8 else { return }
    count -= 8
    bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(count)))
  }

  /// Drops bits that do not fill a byte yet.
  mutating func dropBits() { count = 0 }

  /// Removes and returns the whole bytes; bits that do not fill one yet stay.
  mutating func takeBytes() -> [UInt8] {
    let taken = bytes
    bytes = []
    // About as many will follow.
    bytes.reserveCapacity(taken.count + 1)
    return taken
  }
}
