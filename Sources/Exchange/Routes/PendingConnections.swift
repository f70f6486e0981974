internal import Link
internal import Synchronization

/// Connections of callers, most of whom may be strangers. Each kind has places of its own, so that
/// no flood of strangers closes the connection of somebody who shares a pad.
final class PendingConnections: Sendable {
  private static let mostStrangers = 32
  private static let mostKnown = 8

  private struct State {
    var strangers: [any Connection] = []
    /// Their call was right, unless it is a recording.
    var known: [any Connection] = []
  }

  private let state = Mutex(State())

  /// Adds a connection. If there are then too many, returns the oldest, which is to be closed.
  func admit(_ connection: any Connection) -> (any Connection)? {
    state.withLock { state in
      state.strangers.append(connection)
      return state.strangers.count > PendingConnections.mostStrangers
        ? state.strangers.removeFirst() : nil
    }
  }

  /// The caller shares a pad. If there are too many such, returns one to close: the oldest but
  /// `live`.
  func recognize(
    _ connection: any Connection, keeping live: (any Connection)?
  ) -> (any Connection)? {
    state.withLock { state in
      state.strangers.removeAll { $0 === connection }
      state.known.append(connection)
      guard state.known.count > PendingConnections.mostKnown,
        let oldest = state.known.firstIndex(where: { $0 !== live })
      else { return nil }
      return state.known.remove(at: oldest)
    }
  }

  func remove(_ connection: any Connection) {
    state.withLock { state in
      state.strangers.removeAll { $0 === connection }
      state.known.removeAll { $0 === connection }
    }
  }
}
