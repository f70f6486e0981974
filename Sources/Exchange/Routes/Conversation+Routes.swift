internal import Link
internal import Synchronization
internal import Vault

extension Conversation {
  /// How long to wait for a connection.
  static let patience: Duration = .seconds(10)
  /// How often to look for what other commands have sent or removed.
  private static let lookInterval: Duration = .seconds(2)

  /// Keeps in touch with the other end until the task is cancelled, or the route cannot be used.
  package func run(by route: Route) async throws(ExchangeError) {
    state.withLock { $0.hasMet = false }
    let looking = Task {
      while (try? await Task.sleep(for: Conversation.lookInterval)) != nil {
        await BlockingExecutor.run { [self] () throws(Never) in syncWithOutbox() }
      }
    }
    defer { looking.cancel() }
    switch route {
    case .network(let port): try await meet(port: port)
    case .listen(let host, let port):
      let listener = try await listener(host: host, port: port)
      screen.show(.listening(host: host, port: listener.port))
      await serve(listener)
    case .connect(let endpoint):
      screen.show(.calling)
      await call { () async throws(LinkError) in
        try await Dialer.connect(to: [endpoint], until: .now + Conversation.patience)
      }
    case .through(let command):
      screen.show(.calling)
      await call(patience: LinkHandshake.programTime) { () async throws(LinkError) in
        try await command.connect()
      }
      await command.finish()
    }
  }

  func listener(host: String?, port: Int) async throws(ExchangeError) -> SocketListener {
    do throws(LinkError) { return try await SocketListener.bind(host: host, port: port) } catch {
      throw .link(error)
    }
  }

  // MARK: Being called

  /// Answers callers, several at once, until the task is cancelled.
  func serve(_ listener: SocketListener) async {
    await withDiscardingTaskGroup { group in
      let pending = PendingConnections()
      while let connection = await listener.next() {
        pending.admit(connection)?.close()
        group.addTask { await self.answer(connection, pending) }
      }
      group.cancelAll()
    }
    await listener.finish()
  }

  /// Holds a session with a caller who shares a pad; turns anybody else away.
  func answer(_ connection: any Connection, _ pending: PendingConnections) async {
    let handshake = LinkHandshake(connection: connection, randomness: randomness)
    screen.show(.step(.called(peer: connection.peer)))
    do throws(ExchangeError) {
      let keys = try await handshake.answer(linkKeys())
      pending.recognize(connection, keeping: liveConnection)?.close()
      try await hold(connection, keys)
    } catch {
      connection.close()
      screen.show(.step(.turnedAway(peer: connection.peer, error)))
    }
    pending.remove(connection)
  }

  // MARK: Calling

  /// Calls again and again, until the task is cancelled.
  private func call(
    patience: Duration = LinkHandshake.time,
    _ connect: () async throws(LinkError) -> any Connection
  ) async {
    var pause = CallPause()
    var tries = 0
    while !Task.isCancelled {
      let start = ContinuousClock.now
      do throws(ExchangeError) {
        try await callOnce(
          connect, patience: patience, with: { $0.isEmpty ? nil : $0[tries % $0.count] })
      } catch {
        screen.show(.unreached(error))
        // The other end may have forgotten the pad of the first key.
        if error == .stranger { tries += 1 }
      }
      if (try? await Task.sleep(for: pause.next(after: .now - start))) == nil { return }
    }
  }

  /// Returns once the session is over; throws if none began.
  func callOnce(
    _ connect: () async throws(LinkError) -> any Connection,
    patience: Duration = LinkHandshake.time, with choose: ([LinkKey]) -> LinkKey?
  ) async throws(ExchangeError) {
    guard let key = choose(try linkKeys()) else { throw .stranger }
    let connection: any Connection
    do throws(LinkError) { connection = try await connect() } catch { throw .link(error) }
    let handshake = LinkHandshake(connection: connection, randomness: randomness)
    screen.show(.step(.reached(peer: connection.peer)))
    do throws(ExchangeError) {
      let keys = try await handshake.call(key, patience: patience)
      // Another call was faster.
      if isLive { throw .link(.cancelled) }
      try await hold(connection, keys)
    } catch {
      connection.close()
      throw error
    }
  }

  /// Runs the session on a connection, from its first frame to its end. Throws if it never was the
  /// live one.
  private func hold(
    _ connection: any Connection, _ keys: FrameKeys
  ) async throws(ExchangeError) {
    let session = LinkSession(connection: connection, keys: keys, vault: vault, owner: self)
    let reason = await session.run()
    if !end(session, because: reason) { throw reason }
  }
}
