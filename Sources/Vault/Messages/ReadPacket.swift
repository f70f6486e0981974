/// A packet that was read: where it stood, and the first 8 bytes of its tag. Tells a repeated
/// packet from a second, different one for the same chunks.
struct ReadPacket: Equatable {
  static let byteCount = 4 + 4 + 8
  /// How many are kept.
  static let kept = 256

  let chunks: Range<Int>
  let shortTag: [UInt8]
}
