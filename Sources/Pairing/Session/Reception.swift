internal import Synchronization

/// Where a listener begins the handshake with whoever calls, with several at once: a caller that
/// says nothing keeps nobody else waiting. The first that answers M1 with a sound M2 is served, and
/// the others are sent away before M3 is sent to it; so there is one opening at a time.
struct Reception: Sendable {
  /// Callers with whom the handshake is begun at once.
  static let most = SocketOptions.waiting

  let context: PairingContext
  let listener: SocketListener

  /// A caller, and what it answered.
  final class Guest: Sendable {
    let connection: any Connection
    private let opening: Mutex<ListenerHandshake.Opening?>

    init(_ connection: any Connection, _ opening: consuming ListenerHandshake.Opening) {
      self.connection = connection
      self.opening = Mutex(opening)
    }

    /// What it answered, once.
    func takeOpening() -> ListenerHandshake.Opening? { opening.withLock { $0.take() } }
  }

  private enum Event: Sendable {
    case called(any Connection)
    /// The wait is over, or the listener was closed.
    case over
    case answered(Guest)
    case failed(any Connection, PairingError)
  }

  /// The next caller that speaks the protocol. Nil when the deadline has passed or the listener was
  /// closed; those who called before that may still answer.
  func next(until deadline: ContinuousClock.Instant) async -> Guest? {
    await withTaskGroup(of: Event.self) { group in
      var callers = Callers()
      var served: Guest?
      group.addTask { await wait(until: deadline) }
      while let event = await group.next() {
        switch event {
        case .called(let connection) where served == nil:
          callers.admit(connection)?.close()
          group.addTask { await greet(connection) }
          group.addTask { await wait(until: deadline) }
        case .called(let connection): connection.close()
        case .over: if Task.isCancelled { callers.closeAll() }
        case .failed(let connection, let error):
          callers.remove(connection)
          connection.close()
          if served == nil { context.screen.passedOver(connection.peer, because: error) }
        case .answered(let guest) where served == nil:
          served = guest
          callers.remove(guest.connection)
          callers.closeAll()
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
      return .answered(Guest(connection, try await session.prepareAsListener()))
    } catch { return .failed(connection, error) }
  }
}

/// Connections on which a handshake has begun, the oldest first.
struct Callers {
  private var connections: [any Connection] = []

  /// Takes one more. Where there are too many then, returns one to be closed: the oldest of the
  /// host that has most of them.
  mutating func admit(_ connection: any Connection) -> (any Connection)? {
    connections.append(connection)
    if connections.count <= Reception.most { return nil }
    let counts = Dictionary(grouping: connections, by: Callers.host).mapValues(\.count)
    let most = counts.values.max()
    let oldest = connections.firstIndex { counts[Callers.host($0)] == most }
    return connections.remove(at: oldest ?? 0)
  }

  mutating func remove(_ connection: any Connection) {
    connections.removeAll { $0 === connection }
  }

  mutating func closeAll() {
    for connection in connections { connection.close() }
    connections = []
  }

  /// The address without the port.
  private static func host(_ connection: any Connection) -> Substring {
    let peer = connection.peer
    return peer[..<(peer.lastIndex(of: ":") ?? peer.endIndex)]
  }
}
