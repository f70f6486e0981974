internal import Pad

/// How a pad of a given shape is cut into frames; both ends derive it from the agreed size.
struct TransferPlan: Equatable, Sendable {
  /// Bytes of material in a data frame; the final one has the remainder.
  static let pieceBytes = 256 << 10

  /// The fewest pieces between two syncs.
  static let fewestBetweenSyncs = 16

  let materialBytes: Int

  init(_ shape: PadShape) { materialBytes = shape.materialBytes }

  /// Data frames of material; the record's is not counted.
  var pieces: Int { (materialBytes + TransferPlan.pieceBytes - 1) / TransferPlan.pieceBytes }

  /// How often an end makes what it stored durable, in pieces, besides after the final one: every
  /// 4 MiB, or a 64th of the pad if that is more, but at most 16 MiB.
  var syncEvery: Int { min(max(TransferPlan.fewestBetweenSyncs, pieces / 64), 64) }

  /// Pieces that the giver may have sent without an acknowledgement: enough for it to go on while
  /// the taker syncs.
  var window: Int { 4 * syncEvery }

  /// Data frames: the record's, and those of the pieces.
  var dataFrames: Int { pieces + 1 }

  /// The range of piece `index` in the material, in bytes.
  func range(ofPiece index: Int) -> Range<Int> {
    index * TransferPlan.pieceBytes..<end(ofPiece: index)
  }

  /// Bytes of piece `index`.
  func bytes(ofPiece index: Int) -> Int { end(ofPiece: index) - index * TransferPlan.pieceBytes }

  /// Bytes of material up to the end of piece `index`.
  func end(ofPiece index: Int) -> Int {
    min((index + 1) * TransferPlan.pieceBytes, materialBytes)
  }

  /// Whether a sync follows piece `index`.
  func isSynced(after index: Int) -> Bool {
    (index + 1) % syncEvery == 0 || index == pieces - 1
  }

  /// Bytes of material in the first `frames` data frames, the record's being one of them.
  func materialBytes(inFrames frames: Int) -> Int { frames > 1 ? end(ofPiece: frames - 2) : 0 }
}
