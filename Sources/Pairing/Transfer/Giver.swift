// Guards invariant 6 (both or neither), with `Taker`: this end's copy is durable before the last
// frame leaves, and after that only an authenticated ABORT destroys it.
internal import Pad
internal import Primitives
internal import Vault

/// Makes the pad, stores it, and sends it.
struct Giver: ~Copyable {
  let context: PairingContext
  let shape: PadShape
  let padID: PadID
  var frames: FrameChannel

  mutating func run() async throws(PairingError) -> PairingResult {
    let provenance = Provenance(source: context.wishes.source, transfer: .network)
    let pad: any NewPad
    do {
      pad = try context.store.makePad(
        id: padID, contact: context.wishes.contact, role: .giver, shape: shape)
    } catch {
      await frames.abort(.failed)
      throw error
    }
    let digest: [UInt8]
    do {
      digest = try await transfer(into: pad, record: provenance.record)
    } catch {
      pad.discard()
      await frames.abort(.failed)
      throw error
    }
    do { try pad.commit(provenance: provenance, confirmed: false) } catch {
      await frames.abort(.failed)
      throw error
    }
    return try await finish(digest)
  }

  /// Record and material, frame by frame; returns D.
  private mutating func transfer(
    into pad: any NewPad, record: [UInt8]
  ) async throws(PairingError) -> [UInt8] {
    let plan = TransferPlan(shape)
    var source = MaterialSource(context)
    var hash = SHA256()
    var acknowledged = 0
    hash.update(record.span)
    try await frames.send(.data, record)
    for index in 0..<plan.pieces {
      while index - acknowledged >= TransferPlan.window {
        acknowledged = try await acknowledgement(plan, after: acknowledged)
      }
      let bytes = try source.draw(plan.bytes(ofPiece: index))
      bytes.withBytes { hash.update($0) }
      try bytes.withBytes { (bytes) throws(PairingError) in try pad.append(bytes) }
      if plan.isAcknowledged(after: index) { try pad.sync() }
      try await frames.send(.data, bytes)
    }
    while acknowledged < plan.pieces {
      acknowledged = try await acknowledgement(plan, after: acknowledged)
    }
    return hash.finish()
  }

  /// Waits for the next acknowledgement; the number of pieces that are acknowledged with it.
  private mutating func acknowledgement(
    _ plan: TransferPlan, after acknowledged: Int
  ) async throws(PairingError) -> Int {
    let pieces = min(acknowledged + TransferPlan.acknowledgeEvery, plan.pieces)
    let end = plan.end(ofPiece: pieces - 1)
    let time = FrameChannel.time(for: end - acknowledged * TransferPlan.pieceBytes)
    let text = try await frames.receive(.acknowledge, bytes: 8, within: time)
    var reader = FieldReader(text.withBytes { $0.publicCopy })
    guard reader.integer(UInt64.self) == UInt64(end) else { throw .badFrame }
    context.screen.progress(bytes: end, of: plan.materialBytes)
    return pieces
  }

  /// The last frame, the taker's answer to it, and `done`. Whatever is lost on the way, the pad
  /// stays: the taker may be using it.
  private mutating func finish(_ digest: [UInt8]) async throws(PairingError) -> PairingResult {
    context.screen.verifying()
    do {
      try await frames.send(.last, digest)
      let time = context.timeToVerify(shape)
      let hello = try await frames.receive(.hello, bytes: FrameKind.helloBytes, within: time)
      try context.store.receiveHello(hello.withBytes { $0.publicCopy }, pad: padID)
    } catch .abortedByOther(let reason) {
      try context.store.destroyPad(padID)
      throw .abortedByOther(reason)
    } catch .vault(let error) {
      throw .vault(error)
    } catch {
      #if DEBUG
        if Weakening.current.destroysUnheard { try context.store.destroyPad(padID) }
      #endif
      return result(isConfirmed: false)
    }
    try? await frames.send(.done, [])
    return result(isConfirmed: true)
  }

  private func result(isConfirmed: Bool) -> PairingResult {
    PairingResult(padID: padID, shape: shape, weGave: true, isConfirmed: isConfirmed)
  }
}
