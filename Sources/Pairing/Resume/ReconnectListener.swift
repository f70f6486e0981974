internal import Link
internal import Synchronization

/// The listener's way back: it keeps answering its port while the session lasts, and recognizes the
/// joiner by its request. Anybody else is turned away and changes nothing.
///
/// A genuine request closes the previous connection, so that the transfer notices at once, even if
/// that connection still looks alive from this end.
final class ReconnectListener: Reconnector {
  /// How often the transfer checks whether somebody came.
  private static let step: Duration = .milliseconds(20)

  private struct Guest {
    let connection: any Connection
    let request: ResumeRequest
  }

  private struct State {
    /// The connection of the transfer.
    var current: any Connection
    var waiting: Guest?
    /// The number of the last request that was accepted: none is accepted twice.
    var number: UInt64 = 0
  }

  private enum Event: Sendable {
    case called(any Connection)
    case over
    case heard(any Connection, ResumeRequest?)
  }

  private let keys: ResumeKeys
  private let live: LiveConnection
  private let next: @Sendable () async -> (any Connection)?
  private let state: Mutex<State>
  private let watch = Mutex<Task<Void, Never>?>(nil)

  /// `next` returns the next caller, nil if the task was cancelled or nobody can call any more.
  init(
    _ keys: ResumeKeys, _ live: LiveConnection, current: any Connection,
    next: @escaping @Sendable () async -> (any Connection)?
  ) {
    self.keys = keys
    self.live = live
    self.next = next
    state = Mutex(State(current: current))
    watch.withLock {
      $0 = Task(executorPreference: BlockingExecutor.shared) { await self.acceptRequests() }
    }
  }

  var isStopped: Bool { live.isStopped }

  func reconnect(
    at position: Int, until deadline: ContinuousClock.Instant
  ) async throws(PairingError) -> ResumedConnection? {
    guard let guest = take() else {
      try? await Task.sleep(for: ReconnectListener.step)
      return nil
    }
    do throws(PairingError) {
      let resume = try ListenerResume(guest.request, position: position, keys: keys)
      guest.connection.limit(to: Session.handshakeTime(until: deadline))
      try await guest.connection.send(resume.answer)
      return ResumedConnection(connection: guest.connection, session: resume.session)
    } catch .link(.connectionLost) { return nil } catch .link(.timedOut) { return nil }
  }

  func end() async {
    let task = watch.withLock { $0.take() }
    task?.cancel()
    await task?.value
    state.withLock { $0.waiting.take() }?.connection.close()
  }

  private func take() -> Guest? {
    let guest = state.withLock { state in
      guard let guest = state.waiting.take() else { return nil as Guest? }
      state.current = guest.connection
      return guest
    }
    if let guest { live.hold(guest.connection) }
    return guest
  }

  private func accept(_ guest: Guest) {
    let dead = state.withLock { state -> [any Connection] in
      guard guest.request.number > state.number else { return [guest.connection] }
      state.number = guest.request.number
      defer { state.waiting = guest }
      return [state.current] + (state.waiting.map { [$0.connection] } ?? [])
    }
    for connection in dead { connection.close() }
  }

  private func acceptRequests() async {
    await withTaskGroup(of: Event.self) { group in
      var pending = PendingHandshakes()
      group.addTask { await self.wait() }
      while let event = await group.next() {
        switch event {
        case .called(let connection):
          pending.admit(connection)?.close()
          group.addTask { await self.listen(to: connection) }
          group.addTask { await self.wait() }
        case .over: pending.closeAll()
        case .heard(let connection, let request):
          pending.remove(connection)
          guard let request else {
            connection.close()
            continue
          }
          accept(Guest(connection: connection, request: request))
        }
      }
    }
  }

  private func wait() async -> Event {
    guard let connection = await next() else { return .over }
    return .called(connection)
  }

  private func listen(to connection: any Connection) async -> Event {
    connection.limit(to: Session.handshakeTime)
    let bytes = try? await connection.receive(ResumeRequest.byteCount)
    return .heard(connection, bytes.flatMap { ResumeRequest($0, keys: keys) })
  }
}
