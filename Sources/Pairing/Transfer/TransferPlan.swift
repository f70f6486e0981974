internal import Pad

/// How a pad of a given shape is cut into frames; both ends know it from the agreed size.
struct TransferPlan: Equatable, Sendable {
  /// Material in a data frame; the final one has what remains.
  static let pieceBytes = 256 << 10

  /// Pieces that an acknowledgement stands for at least.
  static let fewestAcknowledged = 16

  let materialBytes: Int

  init(_ shape: PadShape) { materialBytes = shape.materialBytes }

  /// Data frames of material; the record's is not counted.
  var pieces: Int { (materialBytes + TransferPlan.pieceBytes - 1) / TransferPlan.pieceBytes }

  /// The taker acknowledges after each so many pieces, and after the final one: 4 MiB, or a 64th of a
  /// pad for which that is more, but no more than 16 MiB. Each takes a sync at both ends.
  var acknowledgeEvery: Int { min(max(TransferPlan.fewestAcknowledged, pieces / 64), 64) }

  /// Pieces that the giver may have sent and not seen acknowledged. The taker owes up to two
  /// acknowledgements while it reads again what it stored.
  var window: Int { 4 * acknowledgeEvery }

  /// Data frames: the record's, and those of the pieces.
  var dataFrames: Int { pieces + 1 }

  /// Bytes of material in piece `index`, from the beginning.
  func range(ofPiece index: Int) -> Range<Int> {
    index * TransferPlan.pieceBytes..<end(ofPiece: index)
  }

  /// Bytes of piece `index`.
  func bytes(ofPiece index: Int) -> Int { end(ofPiece: index) - index * TransferPlan.pieceBytes }

  /// Bytes of material up to the end of piece `index`.
  func end(ofPiece index: Int) -> Int {
    min((index + 1) * TransferPlan.pieceBytes, materialBytes)
  }

  /// How many pieces the next acknowledgement stands for, when so many are acknowledged.
  func acknowledgedPieces(after acknowledged: Int) -> Int {
    min((acknowledged / acknowledgeEvery + 1) * acknowledgeEvery, pieces)
  }

  /// Whether piece `index` is followed by an acknowledgement.
  func isAcknowledged(after index: Int) -> Bool {
    (index + 1) % acknowledgeEvery == 0 || index == pieces - 1
  }
}
