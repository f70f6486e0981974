internal import Discovery
internal import Link
internal import Pad

/// One connection, from the first message to the pad.
///
/// It has two steps, `prepare` and then `complete`: a failure in the first does not count, a
/// failure in the second is an attempt (vernam-pairing(7)). The second begins with sending M3 for
/// the listener, with sending M2 for the joiner.
struct Session: Sendable {
  /// For everything before the codes, together. It starts again once the listener's person has chosen.
  static let handshakeTime: Duration = .seconds(10)

  /// The same, or less if `deadline` comes first.
  static func handshakeTime(until deadline: ContinuousClock.Instant) -> Duration {
    min(handshakeTime, deadline - ContinuousClock.now)
  }
  let context: PairingContext
  let connection: any Connection
  /// Makes what connects to the same other end again; nil if a lost connection ends the session.
  var reconnector: (@Sendable (ResumeKeys) -> any Reconnector)?

  /// Before the listener's first step: M0 in.
  func receiveJoinRequest() async throws(PairingError) -> JoinRequest {
    connection.limit(to: Session.handshakeTime)
    try MessageOne.checkHead(try await connection.receive(MessageOne.headBytes))
    return try JoinRequest(name: await connection.receive(JoinRequest.nameBytes))
  }

  /// Asks the joiner to wait until this end's person has decided; `hasDecided` ends the wait.
  func askToWait() async throws(PairingError) {
    connection.limit(to: Pairing.codesTime)
    try await connection.send(JoinRequest.wait)
  }

  func hasDecided() { connection.limit(to: Session.handshakeTime) }

  /// The listener's first step: M1 out, M2 in.
  func prepareAsListener() async throws(PairingError) -> ListenerHandshake.Opening {
    let handshake = try ListenerHandshake(
      request: context.options.request, randomness: context.randomness)
    try await connection.send(handshake.messageOne)
    let messageTwo = try await connection.receive(MessageTwo.byteCount)
    let opening = try handshake.answer(messageTwo)
    try check(opening.agreement, for: .listener)
    return opening
  }

  /// The listener's second step: M3 out, then codes and transfer.
  func completeAsListener(
    _ opening: consuming ListenerHandshake.Opening
  ) async throws(PairingError) -> PairingResult {
    let agreement = opening.agreement
    try await connection.send(opening.messageThree)
    return try await proceed(as: .listener, agreement, opening.secrets)
  }

  /// Before the joiner's first step: M0 out, and the wait until the listener's person has decided.
  /// Returns the head of M1; an answer has to come within `time`.
  func requestToJoin(
    as own: Offer?, within time: Duration = Session.handshakeTime
  ) async throws(PairingError) -> [UInt8] {
    connection.limit(to: time)
    try await connection.send(JoinRequest(from: own).bytes)
    let head = try await connection.receive(MessageOne.headBytes)
    if head != JoinRequest.wait { return head }
    context.screen.held()
    connection.limit(to: Pairing.codesTime)
    let decided = try await connection.receive(MessageOne.headBytes)
    connection.limit(to: Session.handshakeTime)
    return decided
  }

  /// The joiner's first step: the rest of M1 in.
  func prepareAsJoiner(_ head: [UInt8]) async throws(PairingError) -> JoinerHandshake {
    try MessageOne.checkHead(head)
    let rest = MessageOne.byteCount - MessageOne.headBytes
    let messageOne = try await head + connection.receive(rest)
    let handshake = try JoinerHandshake(
      request: context.options.request, messageOne: messageOne, randomness: context.randomness)
    try check(handshake.agreement, for: .joiner)
    return handshake
  }

  /// The joiner's second step: M2 out, M3 in, then codes and transfer.
  func completeAsJoiner(
    _ handshake: consuming JoinerHandshake
  ) async throws(PairingError) -> PairingResult {
    let agreement = handshake.agreement
    try await connection.send(handshake.messageTwo)
    let messageThree: [UInt8]
    do throws(PairingError) {
      messageThree = try await connection.receive(JoinerHandshake.messageThreeBytes)
    } catch {
      // A listener that does not want such a pad says nothing to a caller that may be anybody.
      guard agreement.giver == .joiner, error.isConnectionLoss else { throw error }
      throw .offerUnanswered(agreement.shape.size)
    }
    let secrets = try handshake.finish(messageThree)
    return try await proceed(as: .joiner, agreement, secrets)
  }

  private func check(_ agreement: Agreement, for end: End) throws(PairingError) {
    try context.check(agreement.shape, weGive: agreement.giver == end)
  }

  private func proceed(
    as end: End, _ agreement: Agreement, _ secrets: borrowing SessionSecrets
  ) async throws(PairingError) -> PairingResult {
    let weGive = agreement.giver == end
    let shape = agreement.shape
    context.screen.agreed(size: shape.size, split: agreement.split, weGive: weGive)
    if try context.store.isKnown(padID: secrets.padID) { throw .alreadyHeld }
    do throws(PairingError) {
      try await CodeExchange(context: context, connection: connection, end: end).run(secrets)
    } catch {
      // The other end may have verified what this one sent, and be waiting for frames.
      if error == .wrongConfirmation {
        var frames = channel(as: end, secrets)
        await frames.abort(.failed)
      }
      throw error
    }
    let way = reconnector?(secrets.resume)
    do throws(PairingError) {
      let result = try await transfer(as: end, agreement, secrets, way)
      await way?.end()
      return result
    } catch {
      await way?.end()
      throw error
    }
  }

  private func channel(as end: End, _ secrets: borrowing SessionSecrets) -> FrameChannel {
    FrameChannel(connection, end: end, keys: secrets.frames, transcript: secrets.transcript)
  }

  private func transfer(
    as end: End, _ agreement: Agreement, _ secrets: borrowing SessionSecrets,
    _ way: (any Reconnector)?
  ) async throws(PairingError) -> PairingResult {
    let frames = channel(as: end, secrets)
    let resumption = way.map { Resumption(context: context, end: end, way: $0) }
    let (padID, shape) = (secrets.padID, agreement.shape)
    if agreement.giver == end {
      var giver = Giver(
        context: context, shape: shape, padID: padID, frames: frames, resumption: resumption)
      return try await giver.run()
    }
    var taker = Taker(
      context: context, shape: shape, padID: padID, frames: frames, resumption: resumption)
    return try await taker.run()
  }
}
