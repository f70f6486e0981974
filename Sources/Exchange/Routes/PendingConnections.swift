internal import Link
internal import Synchronization

/// Connections of callers, most of whom may be strangers.
final class PendingConnections: Sendable {
  private static let most = 8

  private let connections = Mutex<[any Connection]>([])

  /// Adds one more. If there are too many then, returns one to close: the oldest but `live`.
  func admit(
    _ connection: any Connection, keeping live: (any Connection)?
  ) -> (any Connection)? {
    connections.withLock { connections in
      connections.append(connection)
      guard connections.count > PendingConnections.most,
        let oldest = connections.firstIndex(where: { $0 !== live })
      else { return nil }
      return connections.remove(at: oldest)
    }
  }

  func remove(_ connection: any Connection) {
    connections.withLock { $0.removeAll { $0 === connection } }
  }
}
