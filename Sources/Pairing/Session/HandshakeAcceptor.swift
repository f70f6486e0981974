internal import Link
internal import Synchronization

/// The start of a listener's handshake, with several callers at once: a caller that says nothing
/// keeps nobody else waiting. The first that answers M1 with a sound M2 is served, and the others
/// are turned away before it gets M3; so there is one opening at a time.
struct HandshakeAcceptor: Sendable {
  /// How many callers may be in the handshake at once.
  static let most = SocketOptions.waiting

  let context: PairingContext
  let listener: SocketListener
  let status: MeetingStatus

  /// How long a caller waits for the search before this end asks it to wait for a person.
  private static let searchTime: Duration = .seconds(2)

  /// A caller and its answer.
  final class Guest: Sendable {
    let connection: any Connection
    let caller: Caller
    private let opening: Mutex<ListenerHandshake.Opening?>

    init(
      _ connection: any Connection, _ caller: Caller,
      _ opening: consuming ListenerHandshake.Opening
    ) {
      self.connection = connection
      self.caller = caller
      self.opening = Mutex(opening)
    }

    /// The answer, once.
    func takeOpening() -> ListenerHandshake.Opening? { opening.withLock { $0.take() } }
  }

  private enum Event: Sendable {
    case called(any Connection)
    /// The wait is over, or the listener was closed.
    case over
    case answered(Guest)
    case failed(any Connection, PairingError)
  }

  /// The next caller that speaks the protocol. Nil if the deadline has passed or the listener was
  /// closed; callers from before that may still answer.
  func next(until deadline: ContinuousClock.Instant) async -> Guest? {
    await withTaskGroup(of: Event.self) { group in
      var pending = PendingHandshakes()
      var served: Guest?
      group.addTask { await wait(until: deadline) }
      while let event = await group.next() {
        switch event {
        case .called(let connection) where served == nil:
          pending.admit(connection)?.close()
          group.addTask { await greet(connection) }
          group.addTask { await wait(until: deadline) }
        case .called(let connection): connection.close()
        case .over: if Task.isCancelled { pending.closeAll() }
        case .failed(let connection, let error):
          pending.remove(connection)
          connection.close()
          if served == nil { context.screen.passedOver(connection.peer, because: error) }
        case .answered(let guest) where served == nil:
          served = guest
          pending.remove(guest.connection)
          pending.closeAll()
          group.cancelAll()
        case .answered(let guest): guest.connection.close()
        }
      }
      return served
    }
  }

  private func wait(until deadline: ContinuousClock.Instant) async -> Event {
    guard let connection = await listener.next(until: deadline) else { return .over }
    return .called(connection)
  }

  private func greet(_ connection: any Connection) async -> Event {
    let session = Session(context: context, connection: connection)
    do throws(PairingError) {
      let caller = Caller(try await session.receiveJoinRequest(), at: connection.peer)
      guard try await isAdmitted(caller, session) else { throw .notChosen }
      return .answered(Guest(connection, caller, try await session.prepareAsListener()))
    } catch { return .failed(connection, error) }
  }

  /// Waits until it is decided whether this caller is let in: by the search, or by the person.
  private func isAdmitted(
    _ caller: Caller, _ session: Session
  ) async throws(PairingError) -> Bool {
    status.add(caller)
    defer { status.remove(caller) }
    let start = ContinuousClock.now
    var isAsked = false
    while !Task.isCancelled, session.connection.failure == nil {
      if let verdict = status.isAdmitted(caller) {
        if isAsked { session.hasDecided() }
        return verdict
      }
      if !isAsked, .now - start >= HandshakeAcceptor.searchTime {
        try await session.askToWait()
        isAsked = true
      }
      try? await Task.sleep(for: .milliseconds(50))
    }
    throw .link(session.connection.failure ?? .cancelled)
  }
}
