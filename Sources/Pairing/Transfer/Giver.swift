// Guards invariant 6 (both or neither), with `Taker`: this end's copy is durable before the last
// frame leaves, and after that only an authenticated ABORT destroys it.
internal import Codec
internal import Pad
internal import System
internal import Vault

/// The end that makes the pad, stores it, and sends it.
struct Giver: ~Copyable {
  let context: PairingContext
  let shape: PadShape
  let padID: PadID
  var frames: FrameChannel
  /// Nil if a lost connection is the end.
  var resumption: Resumption?
  /// Frames that the taker is known to have: the record, the pieces of material, the last.
  var taken = 0
  /// Frames that it may have.
  var sent = 0

  private var plan: TransferPlan { TransferPlan(shape) }

  mutating func run() async throws(PairingError) -> PairingResult {
    let provenance = Provenance(source: context.options.source, transfer: frames.transfer)
    let pad: any NewPad
    do {
      pad = try context.store.makePad(
        id: padID, contact: context.options.contact, role: .giver, shape: shape)
    } catch {
      await frames.abort(.failed)
      throw error
    }
    let digest: [UInt8]
    do {
      digest = try await transfer(into: pad, record: provenance.record)
    } catch {
      pad.discard()
      await frames.abort(AbortReason(error))
      throw error
    }
    do { try pad.commit(provenance: provenance, confirmed: false) } catch {
      // The pad may have got its name before the error; the taker has no D, and no pad.
      if (try? context.store.isKnown(padID: padID)) == true {
        try? context.store.destroyPad(padID)
      }
      await frames.abort(.failed)
      throw error
    }
    return try await finish(digest)
  }

  /// Sends record and material until the taker has all of it; returns D.
  private mutating func transfer(
    into pad: any NewPad, record: [UInt8]
  ) async throws(PairingError) -> [UInt8] {
    context.screen.progress(bytes: 0, of: plan.materialBytes)
    var material = GivenMaterial(context, plan, into: pad, record: record)
    do throws(PairingError) {
      while taken < plan.dataFrames {
        do throws(PairingError) { try await send(record, &material) } catch {
          try await reconnect(
            after: error, patience: context.options.absence, hasLastTry: true)
        }
      }
    } catch {
      // The caller discards the pad.
      await material.rest()
      throw error
    }
    // A taker that came back more than once may have left a piece in the making.
    await material.rest()
    return try material.digest()
  }

  /// Sends all data frames that the taker does not have, over one connection.
  private mutating func send(
    _ record: [UInt8], _ material: inout GivenMaterial
  ) async throws(PairingError) {
    if taken == 0 {
      sent = max(sent, 1)
      try await frames.send(.data, record)
    }
    var time = AcknowledgementTime(context.options.acknowledgement)
    var awaited = 0
    for index in max(taken - 1, 0)..<plan.pieces {
      while awaited > 0, awaited >= plan.window || time.isShort {
        try await takeAcknowledgement(&time)
        awaited -= 1
      }
      let piece = try await material.piece(index)
      sent = max(sent, index + 2)
      let start = ContinuousClock.now
      try await frames.send(.data, piece.bytes)
      time.spent(since: start)
      awaited += 1
    }
    for _ in 0..<awaited { try await takeAcknowledgement(&time) }
    guard taken == plan.dataFrames else { throw .badPosition }
  }

  /// Waits for the next acknowledgement, of which there is one for each piece.
  private mutating func takeAcknowledgement(
    _ time: inout AcknowledgementTime
  ) async throws(PairingError) {
    let start = ContinuousClock.now
    let text = try await frames.receive(.acknowledge, bytes: 8, within: max(time.left, .zero))
    time.spent(since: start)
    time.acknowledged()
    var reader = FieldReader(text.withBytes { $0.publicCopy })
    guard let position = Int(exactly: reader.integer(UInt64.self)), taken <= position,
      position <= sent
    else { throw .badPosition }
    if position == taken { return }
    taken = position
    context.screen.progress(
      bytes: plan.materialBytes(inFrames: position), of: plan.materialBytes)
  }

  /// Exchanges the last frame, the taker's answer to it, and `done`. Whatever is lost on the way,
  /// the pad stays, since the taker may be using it, unless the taker aborts.
  private mutating func finish(_ digest: [UInt8]) async throws(PairingError) -> PairingResult {
    context.screen.verifying()
    do throws(PairingError) {
      let hello = try await hello(digest)
      if try !context.store.receiveHello(hello.withBytes { $0.publicCopy }, pad: padID) {
        throw .badHello(from: context.options.contact, pad: padID)
      }
    } catch .abortedByOther(let reason) {
      try context.store.destroyPad(padID)
      throw .abortedByOther(reason)
    } catch {
      // The taker may have its pad, and need not wait for more.
      await frames.abort(AbortReason(error))
      switch error {
      // The command was stopped: that says nothing about the taker's copy.
      case .vault(.system(let error)) where error.code == SystemError.interrupted: break
      case .vault, .badHello: throw error
      default: break
      }
      #if DEBUG
        if Weakening.current.destroysUnheard { try context.store.destroyPad(padID) }
      #endif
      return result(lastFailure: error)
    }
    try? await frames.send(.done, [])
    return result(lastFailure: nil)
  }

  /// Sends D, the same over each connection, until the taker answers it. One limit holds for all of
  /// these connections together: any later message serves as well as the hello.
  private mutating func hello(_ digest: [UInt8]) async throws(PairingError) -> SecretBytes {
    let end = ContinuousClock.now + context.options.comparison
    sent = plan.dataFrames + 1
    while true {
      do throws(PairingError) {
        if taken < sent { try await frames.send(.last, digest) }
        return try await frames.receive(
          .hello, bytes: Packet.leastBytes, within: max(end - .now, .zero))
      } catch {
        try await reconnect(after: error, patience: max(end - .now, .zero), hasLastTry: false)
      }
    }
  }

  /// Continues over a new connection, from the position that the taker reports.
  private mutating func reconnect(
    after error: PairingError, patience: Duration, hasLastTry: Bool
  ) async throws(PairingError) {
    guard error.isConnectionLoss else { throw error }
    try await frames.receivePendingAbort()
    guard resumption != nil else { throw error }
    let transfer = try await resumption!.resume(
      after: error, at: sent, taken: taken, patience: patience, hasLastTry: hasLastTry)
    let position = transfer.position
    frames = transfer.frames
    guard taken <= position, position <= sent else { throw .badPosition }
    taken = position
  }

  private func result(lastFailure: PairingError?) -> PairingResult {
    PairingResult(
      padID: padID, shape: shape, weGave: true, isConfirmed: lastFailure == nil,
      lastFailure: lastFailure)
  }
}
