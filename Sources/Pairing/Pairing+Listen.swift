internal import Link

extension Pairing {
  /// Listens on `host` (nil: everywhere) and `port` (0: chosen by the system, shown on the screen)
  /// until there is a pad. One session at a time; strangers are turned away.
  ///
  /// Throws if nobody came within the wait, at the third failed attempt, and if the cause is on
  /// this machine. Cancelling the task closes everything.
  package func listen(host: String?, port: Int) async throws(PairingError) -> PairingResult {
    try await listen(host: host, port: port, MeetingStatus())
  }

  func listen(
    host: String?, port: Int, _ status: MeetingStatus
  ) async throws(PairingError) -> PairingResult {
    try context.checkOwnRequest()
    let listener: SocketListener
    do throws(LinkError) {
      listener = try await SocketListener.bind(host: host, port: port)
    } catch { throw .link(error) }
    let live = LiveConnection()
    let result = await withTaskCancellationHandler {
      await Pairing.outcome { () async throws(PairingError) in
        try await serve(listener, live, status)
      }
    } onCancel: {
      live.cut()
      listener.close()
    }
    await listener.finish()
    return try result.get()
  }

  private func serve(
    _ listener: SocketListener, _ live: LiveConnection, _ status: MeetingStatus
  ) async throws(PairingError) -> PairingResult {
    status.listens(on: listener.port)
    context.screen.waiting(port: listener.port)
    // A search has its own end.
    let patience = status.isSearching ? Pairing.forever : context.options.patience
    var deadline = ContinuousClock.now + patience
    while true {
      let acceptor = HandshakeAcceptor(context: context, listener: listener, status: status)
      guard let guest = await acceptor.next(until: deadline) else {
        throw live.isStopped ? .link(.cancelled) : attempts.last ?? .link(.noAnswer(reason: nil))
      }
      live.hold(guest.connection)
      defer { live.close() }
      guard status.beginServing(guest.caller) else {
        context.screen.passedOver(guest.connection.peer, because: .notChosen)
        continue
      }
      if let result = try await serve(guest, listener, live) { return result }
      status.endServing()
      // A failure that a person saw restarts the wait; a stranger does not.
      deadline = ContinuousClock.now + patience
    }
  }

  private static let forever: Duration = .seconds(1 << 30)

  /// Returns nil if this connection failed and the next one may succeed.
  private func serve(
    _ guest: HandshakeAcceptor.Guest, _ listener: SocketListener, _ live: LiveConnection
  ) async throws(PairingError) -> PairingResult? {
    guard let opening = guest.takeOpening() else { return nil }
    let connection = guest.connection
    let session = Session(context: context, connection: connection) { keys in
      ReconnectListener(keys, live, current: connection) { await listener.next() }
    }
    context.screen.connected(to: guest.connection.peer)
    do throws(PairingError) {
      return try await session.completeAsListener(opening)
    } catch {
      try count(error, live)
      return nil
    }
  }

  /// Counts and shows a failed attempt; throws it if it ends the command.
  func count(_ error: PairingError, _ live: LiveConnection) throws(PairingError) {
    if live.isStopped { throw .link(.cancelled) }
    let left = attempts.fail(error)
    if error.isLocal { throw error }
    context.screen.failedAttempt(error, attemptsLeft: left)
    if left == 0 { throw error }
  }

  /// Returns what `body` returns or throws as a value: for closures that carry no typed error.
  static func outcome(
    _ body: () async throws(PairingError) -> PairingResult
  ) async -> Result<PairingResult, PairingError> {
    await withTaskExecutorPreference(BlockingExecutor.shared) {
      do throws(PairingError) { return .success(try await body()) } catch { return .failure(error) }
    }
  }
}
