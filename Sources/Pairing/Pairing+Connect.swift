internal import Discovery
package import Link

extension Pairing {
  /// Connects to the first endpoint that answers, or through a program, retrying until the wait is
  /// over, or until `tries` rounds brought no connection.
  ///
  /// Once it has sent its own part of the handshake it never begins another by itself: the first
  /// failure after that is thrown. A lost transfer is resumed. Each further call is a new attempt,
  /// three in all.
  package func connect(to destination: Destination) async throws(PairingError) -> PairingResult {
    try await connect(to: destination, as: nil, tries: .max) { true }
  }

  /// Names `own` as its own offer, and asks `mayGoOn` once the other end has answered and before
  /// anything counts.
  func connect(
    to destination: Destination, as own: Offer?, tries: Int, mayGoOn: @escaping @Sendable () -> Bool
  ) async throws(PairingError) -> PairingResult {
    if attempts.areUsedUp, let last = attempts.last { throw last }
    try context.checkOwnRequest()
    let live = LiveConnection()
    let result = await withTaskCancellationHandler {
      await Pairing.outcome { () async throws(PairingError) in
        try await join(destination, live, as: own, tries: tries, mayGoOn)
      }
    } onCancel: {
      live.cut()
    }
    await destination.finish()
    return try result.get()
  }

  /// Why a connection was made but came to nothing.
  private static func obstacle(_ destination: Destination) -> String {
    switch destination {
    case .endpoints: "busy, perhaps with an earlier attempt"
    case .program: "the program ended"
    }
  }

  /// How long the listener may take to answer: a program may first have to connect, or ask for a
  /// passphrase.
  private static func answerTime(_ destination: Destination) -> Duration {
    switch destination {
    case .endpoints: Session.handshakeTime
    case .program: .seconds(60)
    }
  }

  private func join(
    _ destination: Destination, _ live: LiveConnection, as own: Offer?, tries: Int,
    _ mayGoOn: () -> Bool
  ) async throws(PairingError) -> PairingResult {
    let deadline = ContinuousClock.now + context.options.patience
    var left = tries
    while true {
      var reason: String? = Pairing.obstacle(destination)
      do throws(PairingError) {
        let result = try await joinOnce(destination, live, as: own, until: deadline, mayGoOn)
        if let result { return result }
      } catch .link(.noAnswer(let obstacle)) {
        reason = obstacle
        context.screen.passedOver("\(destination)", because: .link(.noAnswer(reason: reason)))
      }
      left -= 1
      if left == 0 || ContinuousClock.now >= deadline { throw .link(.noAnswer(reason: reason)) }
      try? await Task.sleep(for: context.options.pause)
      if live.isStopped { throw .link(.cancelled) }
    }
  }

  /// Returns nil if the listener was busy or not ready, which is worth another try.
  private func joinOnce(
    _ destination: Destination, _ live: LiveConnection, as own: Offer?,
    until deadline: ContinuousClock.Instant, _ mayGoOn: () -> Bool
  ) async throws(PairingError) -> PairingResult? {
    let connection: any Connection
    do throws(LinkError) {
      connection = try await destination.connect(until: deadline)
    } catch { throw .link(error) }
    live.hold(connection)
    defer { live.close() }
    let pause = context.options.pause
    let session = Session(context: context, connection: connection) { keys in
      ReconnectDialer(keys, live, pause: pause, randomness: context.randomness) {
        (deadline) async throws(LinkError) in try await destination.connect(until: deadline)
      }
    }
    let handshake: JoinerHandshake
    do throws(PairingError) {
      handshake = try await session.prepareAsJoiner(
        session.requestToJoin(as: own, within: Pairing.answerTime(destination)))
    } catch {
      context.screen.passedOver(connection.peer, because: error)
      if error.isConnectionLoss { return nil }
      throw error
    }
    guard mayGoOn() else { throw .link(.cancelled) }
    context.screen.connected(to: connection.peer)
    do throws(PairingError) {
      return try await session.completeAsJoiner(handshake)
    } catch {
      if live.isStopped { throw .link(.cancelled) }
      _ = attempts.fail(error)
      throw error
    }
  }
}
