/// Bytes assembled from five bits at a time, the most significant first; bits short of a whole byte
/// at the end are padding and are left out.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var bits: UInt32 = 0
  private var bitCount = 0

  mutating func append(_ value: UInt8) {
    bits = bits << 5 | UInt32(value)
    bitCount += Base32.bitCount
    guard bitCount >= 8 else { return }
    bitCount -= 8
    bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
  }

  /// Removes and returns the whole bytes; bits that do not fill one yet stay.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
