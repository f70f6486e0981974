/// A packet that was read: its chunks, and the first 8 bytes of its tag. Tells a repeated packet
/// from a different one for the same chunks.
struct ReadPacket: Equatable {
  static let byteCount = 4 + 4 + 8
  /// How many are kept.
  static let kept = 256

  let chunks: Range<Int>
  let shortTag: [UInt8]
}
