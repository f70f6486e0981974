/// Bytes taken five bits at a time, the most significant first, with zeros after the last.
struct BitReader {
  let bytes: [UInt8]
  private var position = 0
  private var bits: UInt32 = 0
  private var bitCount = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> UInt8 {
    if bitCount < Base32.bitCount {
      bits = bits << 8 | (position < bytes.count ? UInt32(bytes[position]) : 0)
      position += 1
      bitCount += 8
    }
    bitCount -= Base32.bitCount
    return UInt8(bits >> bitCount & 31)
  }
}
