internal import Link

/// Connections on which a handshake has begun, the oldest first.
struct PendingHandshakes {
  private var connections: [any Connection] = []

  /// Adds one more. If there are too many then, returns one to close: the oldest of the host that
  /// has the most.
  mutating func admit(_ connection: any Connection) -> (any Connection)? {
    connections.append(connection)
    if connections.count <= HandshakeAcceptor.most { return nil }
    let counts = Dictionary(grouping: connections, by: PendingHandshakes.host).mapValues(\.count)
    let most = counts.values.max()
    let oldest = connections.firstIndex { counts[PendingHandshakes.host($0)] == most }
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
