internal import Pad

/// How a pad of a given shape is cut into frames; both ends derive it from the agreed size.
struct TransferPlan: Equatable, Sendable {
  /// Bytes of material in a data frame; the final one has the remainder.
  static let pieceBytes = 256 << 10

  /// The fewest pieces that an acknowledgement covers.
  static let fewestAcknowledged = 16

  let materialBytes: Int

  init(_ shape: PadShape) { materialBytes = shape.materialBytes }

  /// Data frames of material; the record's is not counted.
  var pieces: Int { (materialBytes + TransferPlan.pieceBytes - 1) / TransferPlan.pieceBytes }

  /// How often the taker acknowledges, in pieces, besides after the final one: every 4 MiB, or a
  /// 64th of the pad if that is more, but at most 16 MiB. Each acknowledgement needs a sync at both
  /// ends.
  var acknowledgeEvery: Int { min(max(TransferPlan.fewestAcknowledged, pieces / 64), 64) }

  /// Pieces that the giver may have sent without an acknowledgement. The taker owes up to two
  /// acknowledgements while it reads back what it stored.
  var window: Int { 4 * acknowledgeEvery }

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

  /// How many pieces are acknowledged after the next acknowledgement, given how many are now.
  func acknowledgedPieces(after acknowledged: Int) -> Int {
    min((acknowledged / acknowledgeEvery + 1) * acknowledgeEvery, pieces)
  }

  /// Whether piece `index` is followed by an acknowledgement.
  func isAcknowledged(after index: Int) -> Bool {
    (index + 1) % acknowledgeEvery == 0 || index == pieces - 1
  }
}
