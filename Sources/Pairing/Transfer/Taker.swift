// Guards invariant 6 (both or neither), with `Giver`: the pad counts only when what this end's
// medium holds has the digest that the giver sent after storing its own copy.
internal import Pad
internal import Primitives
internal import Vault

/// The end that takes the pad in, compares it, and says hello under it.
struct Taker: ~Copyable {
  let context: PairingContext
  let shape: PadShape
  let padID: PadID
  var frames: FrameChannel
  /// Nil if a lost connection is the end.
  var resumption: Resumption?
  /// Frames of the giver that this end has: the record, the pieces of material, the last.
  var taken = 0
  /// Those of them that are durable and were read back: what an acknowledgement says.
  var checked = 0
  /// The piece after those taken, which has arrived.
  var storing: BlockingTask<Void>?
  /// The reading back of what was made durable last, and the frames that are checked after it.
  var reading: (work: BlockingTask<Void>, frames: Int)?

  private var plan: TransferPlan { TransferPlan(shape) }

  mutating func run() async throws(PairingError) -> PairingResult {
    let pad: any NewPad
    do {
      pad = try context.store.makePad(
        id: padID, contact: context.options.contact, role: .taker, shape: shape)
    } catch {
      await frames.abort(.failed)
      throw error
    }
    let provenance: Provenance
    do {
      provenance = try await receive(into: pad)
    } catch {
      _ = await storing?.result()
      _ = await reading?.work.result()
      pad.discard()
      await giveUp(error)
      throw error
    }
    // An error here says nothing about what became durable. So no ABORT is sent: the giver keeps
    // its copy waiting, which costs nothing if this one is gone.
    try pad.commit(provenance: provenance, confirmed: true)
    let hello = try context.store.hello(pad: padID)
    return PairingResult(
      padID: padID, shape: shape, weGave: false, isConfirmed: true,
      lastFailure: await greet(hello))
  }

  private mutating func receive(into pad: any NewPad) async throws(PairingError) -> Provenance {
    context.screen.progress(bytes: 0, of: plan.materialBytes)
    var record: [UInt8] = []
    let pace = SyncPace(plan)
    while taken <= plan.dataFrames {
      do throws(PairingError) {
        if taken == 0 {
          record = try await receiveRecord()
          taken = 1
        }
        try await receivePieces(into: pad, record, pace)
        try await receiveLast(pad, record)
        taken += 1
      } catch {
        guard error.isConnectionLoss else { throw error }
        // This end claims only what it has stored.
        if let storing = storing.take() {
          try await storing.value()
          taken += 1
        }
        if let reading = reading.take() { try await reading.work.value() }
        try pad.sync()
        checked = taken
        try await reconnect(after: error, patience: context.options.absence)
      }
    }
    guard let provenance = Provenance(record: record, transfer: frames.transfer)
    else { throw .malformedRecord }
    return provenance
  }

  private mutating func receiveRecord() async throws(PairingError) -> [UInt8] {
    let record = try await frames.receive(
      .data, bytes: Provenance.recordBytes, within: FrameChannel.slowestTime
    ).withBytes { $0.publicCopy }
    if Provenance(record: record, transfer: frames.transfer) == nil { throw .malformedRecord }
    return record
  }

  /// While one piece is stored, the next is on its way, and what was made durable before is read
  /// back.
  private mutating func receivePieces(
    into pad: any NewPad, _ record: [UInt8], _ pace: SyncPace
  ) async throws(PairingError) {
    let plan = plan
    if taken == plan.dataFrames { return }
    for index in taken - 1..<plan.pieces {
      let count = plan.bytes(ofPiece: index)
      let bytes = try await frames.receive(
        .data, bytes: count, within: FrameChannel.time(for: FrameCipher.frameBytes(count)))
      try await finishStoring(pad, record)
      let piece = Piece(bytes)
      storing = BlockingTask { () throws(PairingError) in
        try piece.bytes.withBytes { (bytes) throws(PairingError) in try pad.append(bytes) }
        try pace.sync(pad, after: index)
      }
      if index < plan.pieces - 1 { try await acknowledge() }
    }
    try await finishStoring(pad, record)
    try await finishReading()
    try await acknowledge()
  }

  /// Waits until the piece that arrived is stored.
  private mutating func finishStoring(
    _ pad: any NewPad, _ record: [UInt8]
  ) async throws(PairingError) {
    guard let storing = storing.take() else { return }
    try await storing.value()
    taken += 1
    guard plan.isSynced(after: taken - 2) else { return }
    try await finishReading()
    reading = (
      BlockingTask { () throws(PairingError) in try pad.readAgain(record: record) }, taken
    )
  }

  /// Waits until what was made durable last has been read back.
  private mutating func finishReading() async throws(PairingError) {
    guard let reading = reading.take() else { return }
    try await reading.work.value()
    checked = reading.frames
    context.screen.progress(
      bytes: plan.materialBytes(inFrames: checked), of: plan.materialBytes)
  }

  /// Tells the giver that a piece has arrived, and how much is durable.
  private mutating func acknowledge() async throws(PairingError) {
    if reading?.work.isOver == true { try await finishReading() }
    try await frames.send(.acknowledge, UInt64(checked).bigEndianBytes)
  }

  private mutating func receiveLast(
    _ pad: any NewPad, _ record: [UInt8]
  ) async throws(PairingError) {
    let digest = try await frames.receive(
      .last, bytes: SHA256.byteCount, within: context.options.comparison)
    context.screen.verifying()
    let stored = try pad.digestOfStored(record: record)
    if digest.withBytes({ equalInConstantTime($0, stored.span) }) { return }
    #if DEBUG
      if Weakening.current.keepsWhatDiffers { return }
    #endif
    throw .storedDiffers
  }

  /// Continues over a new connection, from this end's position.
  private mutating func reconnect(
    after error: PairingError, patience: Duration
  ) async throws(PairingError) {
    guard resumption != nil else { throw error }
    let transfer = try await resumption!.resume(
      after: error, at: taken, taken: taken, patience: patience, hasLastTry: false)
    let position = transfer.position
    frames = transfer.frames
    if position < taken { throw .badPosition }
  }

  /// Tells the giver, unless it was the giver that aborted. The copy here is already destroyed.
  private mutating func giveUp(_ error: PairingError) async {
    if case .abortedByOther = error { return }
    await frames.abort(AbortReason(error))
  }

  /// Any later message serves as well as this one, so no failure here is an error, and this end
  /// does not wait for a giver that stays away: it may have received this and ended. The packet is
  /// the same over each connection. Returns why there was no answer.
  private mutating func greet(_ hello: [UInt8]) async -> PairingError? {
    while true {
      do throws(PairingError) {
        try await frames.send(.hello, hello)
        _ = try await frames.receive(.done, bytes: 0, within: FrameChannel.slowestTime)
        return nil
      } catch {
        guard error.isConnectionLoss else { return error }
        do throws(PairingError) {
          try await reconnect(after: error, patience: context.options.parting)
        } catch { return error }
      }
    }
  }
}
