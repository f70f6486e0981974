internal import Pad
internal import Primitives
internal import Synchronization

/// The material that the giver sends, piece by piece. Each is drawn once, stored at once, and read
/// back from this end's own copy where it has to be sent again. While one is on its way the next is
/// made, and those before are made durable.
struct GivenMaterial: ~Copyable {
  private let maker: Maker
  private let plan: TransferPlan
  private let pad: any NewPad
  private let making = WorkQueue()
  private let medium = WorkQueue()
  private var next: (index: Int, piece: Beside<Piece>)?
  /// Stays where it failed, so that nothing is sent any more.
  private var syncing: Beside<Void>?

  init(_ context: PairingContext, _ plan: TransferPlan, into pad: any NewPad, record: [UInt8]) {
    maker = Maker(MaterialSource(context), plan, pad, record: record)
    self.plan = plan
    self.pad = pad
  }

  mutating func piece(_ index: Int) async throws(PairingError) -> Piece {
    if next?.index != index { await rest() }
    if syncing?.isOver == true { try await syncing?.value() }
    let piece = try await (next?.piece ?? begin(index)).value()
    if plan.isAcknowledged(after: index) { try await sync() }
    next = index + 1 < plan.pieces ? (index + 1, begin(index + 1)) : nil
    return piece
  }

  /// Begins to make durable what was made.
  private mutating func sync() async throws(PairingError) {
    try await syncing?.value()
    syncing = Beside(on: medium) { [pad] () throws(PairingError) in try pad.sync() }
  }

  private func begin(_ index: Int) -> Beside<Piece> {
    Beside(on: making) { [maker] () throws(PairingError) in try maker.piece(index) }
  }

  /// Waits until nothing is made any more.
  mutating func rest() async {
    await next?.piece.end()
    await syncing?.end()
    next = nil
  }

  /// D, once all is drawn and durable.
  mutating func digest() async throws(PairingError) -> [UInt8] {
    try await syncing?.value()
    return try maker.digest()
  }
}

/// Makes pieces, one after the other.
private final class Maker: Sendable {
  private struct Progress: ~Copyable {
    var source: MaterialSource
    var hash: SHA256?
    var drawn = 0
    /// After an error nothing is made any more, though nobody waited for it then: what was not
    /// stored is never sent.
    var failure: PairingError?
  }

  private let plan: TransferPlan
  private let pad: any NewPad
  private let progress: Mutex<Progress>

  init(_ source: MaterialSource, _ plan: TransferPlan, _ pad: any NewPad, record: [UInt8]) {
    self.plan = plan
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
    bytes.withBytes { progress.hash!.update($0) }
    try bytes.withBytes { (bytes) throws(PairingError) in try pad.append(bytes) }
    progress.drawn += 1
    return Piece(bytes)
  }

  func digest() throws(PairingError) -> [UInt8] {
    try progress.withLock { progress throws(PairingError) in
      if let failure = progress.failure { throw failure }
      return progress.hash.take()!.finish()
    }
  }
}
