/// The form of a packet for people, and for channels that mangle text: plain words around base-32
/// letters, each block with its own error correction. The content is ciphertext.
package enum Armor {
  /// Bits in the data letters of a block: 26 · 5.
  static let blockBitCount = ReedSolomon.dataCount * Base32.bitCount
  /// Bytes before the packet's in a part: id 2, part 1, parts 1, length 4.
  static let headCount = 8
  /// Bytes of SHA-256 after the packet's.
  static let checkCount = 4
  /// The most parts of a message.
  static let maximumParts = 255

  /// How many blocks carry `count` bytes of a packet.
  static func blocks(forBytes count: Int) -> Int {
    let bits = (headCount + count + checkCount) * 8
    return (bits + blockBitCount - 1) / blockBitCount
  }

  /// How many bytes of a packet fit into `blocks` blocks; negative if not even the head does.
  static func bytes(inBlocks blocks: Int) -> Int {
    blocks * blockBitCount / 8 - headCount - checkCount
  }
}
