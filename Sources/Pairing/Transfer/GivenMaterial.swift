internal import Pad
internal import Primitives
internal import Synchronization

/// The material that the giver sends, piece by piece. Each piece is drawn once, stored at once, and
/// read back from this end's own copy if it has to be sent again. While one is on its way, the next
/// is made.
struct GivenMaterial: ~Copyable {
  private let maker: Maker
  private let pieces: Int
  private var next: (index: Int, piece: BlockingTask<Piece>)?

  init(_ context: PairingContext, _ plan: TransferPlan, into pad: any NewPad, record: [UInt8]) {
    maker = Maker(MaterialSource(context), plan, pad, record: record)
    pieces = plan.pieces
  }

  mutating func piece(_ index: Int) async throws(PairingError) -> Piece {
    if next?.index != index { await rest() }
    let piece = try await (next?.piece ?? begin(index)).value()
    next = index + 1 < pieces ? (index + 1, begin(index + 1)) : nil
    return piece
  }

  private func begin(_ index: Int) -> BlockingTask<Piece> {
    BlockingTask { [maker] () throws(PairingError) in try maker.piece(index) }
  }

  /// Waits until no piece is being made.
  mutating func rest() async {
    _ = await next?.piece.result()
    next = nil
  }

  /// D, once everything is drawn.
  func digest() throws(PairingError) -> [UInt8] { try maker.digest() }
}

/// Makes pieces, one after the other.
private final class Maker: Sendable {
  private struct Progress: ~Copyable {
    var source: MaterialSource
    var hash: SHA256
    var drawn = 0
    /// After an error nothing more is made, even if nobody was waiting for it: material that was
    /// not stored, or not made durable, is never sent.
    var failure: PairingError?
  }

  private let plan: TransferPlan
  private let pace: SyncPace
  private let pad: any NewPad
  private let progress: Mutex<Progress>

  init(_ source: MaterialSource, _ plan: TransferPlan, _ pad: any NewPad, record: [UInt8]) {
    self.plan = plan
    pace = SyncPace(plan)
    self.pad = pad
    var hash = SHA256()
    hash.update(record.span)
    progress = Mutex(Progress(source: source, hash: hash))
  }

  func piece(_ index: Int) throws(PairingError) -> Piece {
    try progress.withLock { progress throws(PairingError) in
      if let failure = progress.failure { throw failure }
      do throws(PairingError) { return try make(index, &progress) } catch {
        progress.failure = error
        throw error
      }
    }
  }

  private func make(
    _ index: Int, _ progress: inout Progress
  ) throws(PairingError) -> Piece {
    if index < progress.drawn { return Piece(try pad.material(plan.range(ofPiece: index))) }
    let bytes = try progress.source.draw(plan.bytes(ofPiece: index))
    bytes.withBytes { progress.hash.update($0) }
    try bytes.withBytes { (bytes) throws(PairingError) in try pad.append(bytes) }
    progress.drawn += 1
    try pace.sync(pad, after: index)
    return Piece(bytes)
  }

  func digest() throws(PairingError) -> [UInt8] {
    try progress.withLock { progress throws(PairingError) in
      if let failure = progress.failure { throw failure }
      return progress.hash.finishAndReset()
    }
  }
}
