internal import Synchronization

/// The connection that is being served, so that stopping the command can cut it.
final class LiveConnection: Sendable {
  private let state = Mutex<(connection: (any Connection)?, isCut: Bool)>((nil, false))

  var isCut: Bool { state.withLock { $0.isCut } }

  /// Closes it at once if the command was stopped already.
  func hold(_ connection: any Connection) {
    let isCut = state.withLock { state in
      state.connection = connection
      return state.isCut
    }
    if isCut { connection.close() }
  }

  func cut() {
    let connection = state.withLock { state in
      state.isCut = true
      return state.connection
    }
    connection?.close()
  }
}
