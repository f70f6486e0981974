/// How a pad is divided (vernam-message(5), "THE PAD").
package struct PadShape: Equatable, Sendable {
  /// Bytes of the two header keys that precede the lanes in a pad's material.
  package static let headerKeysBytes = 64
  /// Bytes of the smallest pad: one chunk for the giver, two for the taker.
  package static let leastBytes = 3 * 256
  /// The most chunks that a lane may have.
  package static let maximumLaneChunks = Int(UInt32.max)

  /// Bytes in one chunk: the unit of reservation, integrity and erasure.
  package let chunkBytes: Int
  /// Chunks of lane 0, the giver's, and of lane 1, the taker's. Neither is 0.
  package let laneChunks: [Int]

  /// A pad of `size` bytes, rounded down to chunks, of which `split` percent, rounded down to
  /// chunks, are the giver's own. Nil if a lane would be too long, or too short to send a message:
  /// the taker's first chunk is for its hello.
  package init?(size: Int, split: Int) {
    guard size > 0, size <= 1 << 44, (1...99).contains(split) else { return nil }
    let chunkBytes = size < 16 << 20 ? 256 : size < 1 << 30 ? 1024 : 4096
    let chunks = size / chunkBytes
    let own = chunks * split / 100
    guard chunks - own >= 2 else { return nil }
    self.init(chunkBytes: chunkBytes, laneChunks: [own, chunks - own])
  }

  /// A stored shape. Nil if no pad can have it.
  package init?(chunkBytes: Int, laneChunks: [Int]) {
    guard [256, 1024, 4096].contains(chunkBytes), laneChunks.count == 2,
      laneChunks.allSatisfy({ (1...PadShape.maximumLaneChunks).contains($0) })
    else { return nil }
    self.chunkBytes = chunkBytes
    self.laneChunks = laneChunks
  }

  /// Chunks of both lanes; a chunk's index over both lanes is below this.
  package var chunks: Int { laneChunks[0] + laneChunks[1] }
  /// Bytes of both lanes.
  package var size: Int { chunks * chunkBytes }
  /// Bytes of header keys and lanes: all that is drawn and transferred.
  package var materialBytes: Int { size + PadShape.headerKeysBytes }

  /// The index over both lanes of chunk `index` of `lane`.
  package func position(lane: Int, index: Int) -> Int { lane == 0 ? index : laneChunks[0] + index }

  /// Whole chunks needed for a body of `bodyBytes` and its authentication keys.
  package func chunksNeeded(bodyBytes: Int) -> Int {
    (bodyBytes + PadSlice.authenticationBytes + chunkBytes - 1) / chunkBytes
  }

  /// Bytes of the longest body that needs no more chunks than one of `bodyBytes`.
  package func fullBody(bodyBytes: Int) -> Int {
    chunksNeeded(bodyBytes: bodyBytes) * chunkBytes - PadSlice.authenticationBytes
  }
}
