// Guards invariant 6 (both or neither), with `Giver`: the pad counts only when what this end's
// medium holds has the digest that the giver sent after storing its own copy.
internal import Pad
internal import Primitives
internal import Vault

/// Takes the pad in, compares, and says hello under it.
struct Taker: ~Copyable {
  let context: PairingContext
  let shape: PadShape
  let padID: PadID
  var frames: FrameChannel

  mutating func run() async throws(PairingError) -> PairingResult {
    let pad: any NewPad
    do {
      pad = try context.store.makePad(
        id: padID, contact: context.wishes.contact, role: .taker, shape: shape)
    } catch {
      await frames.abort(.failed)
      throw error
    }
    let provenance: Provenance
    do {
      provenance = try await receive(into: pad)
    } catch {
      pad.discard()
      await giveUp(error)
      throw error
    }
    // An error here says nothing about what became durable. So no ABORT: the giver keeps its copy
    // waiting, which costs nothing if this one is gone.
    try pad.commit(provenance: provenance, confirmed: true)
    let hello = try context.store.hello(pad: padID)
    await greet(hello)
    return PairingResult(padID: padID, shape: shape, weGave: false, isConfirmed: true)
  }

  private mutating func receive(into pad: any NewPad) async throws(PairingError) -> Provenance {
    let record = try await frames.receive(
      .data, bytes: Provenance.recordBytes, within: FrameChannel.slowestTime
    ).withBytes { $0.publicCopy }
    guard let provenance = Provenance(record: record, transfer: .network)
    else { throw .malformedRecord }
    try await receiveMaterial(into: pad)
    let time = context.timeToVerify(shape)
    let digest = try await frames.receive(.last, bytes: SHA256.byteCount, within: time)
    context.screen.verifying()
    let stored = try pad.digestOfStored(record: record)
    if digest.withBytes({ equalInConstantTime($0, stored.span) }) { return provenance }
    #if DEBUG
      if Weakening.current.keepsWhatDiffers { return provenance }
    #endif
    throw .storedDiffers
  }

  private mutating func receiveMaterial(into pad: any NewPad) async throws(PairingError) {
    let plan = TransferPlan(shape)
    for index in 0..<plan.pieces {
      let count = plan.bytes(ofPiece: index)
      let bytes = try await frames.receive(
        .data, bytes: count, within: FrameChannel.time(for: count))
      try bytes.withBytes { (bytes) throws(PairingError) in try pad.append(bytes) }
      guard plan.isAcknowledged(after: index) else { continue }
      try pad.sync()
      var stored: [UInt8] = []
      stored.append(bigEndian: UInt64(plan.end(ofPiece: index)))
      try await frames.send(.acknowledge, stored)
      context.screen.progress(bytes: plan.end(ofPiece: index), of: plan.materialBytes)
    }
  }

  /// Tells the giver, unless the giver has said so itself. The copy here is destroyed already.
  private mutating func giveUp(_ error: PairingError) async {
    switch error {
    case .abortedByOther: break
    case .storedDiffers: await frames.abort(.differs)
    default: await frames.abort(.failed)
    }
  }

  /// Any later message does as well as this one, so nothing that goes wrong here is an error.
  private mutating func greet(_ hello: [UInt8]) async {
    do {
      try await frames.send(.hello, hello)
      _ = try await frames.receive(.done, bytes: 0, within: FrameChannel.slowestTime)
    } catch {}
  }
}
