internal import Synchronization

/// The connection that is being served, so that stopping the command can end it.
final class LiveConnection: Sendable {
  private let state = Mutex<(connection: (any Connection)?, isCut: Bool)>((nil, false))

  var isCut: Bool { state.withLock { $0.isCut } }

  /// Closes the connection before it, and this one at once if the command was stopped already.
  func hold(_ connection: any Connection) {
    let (previous, isCut) = state.withLock { state in
      let previous = state.connection
      state.connection = connection
      return (previous, state.isCut)
    }
    if previous !== connection { previous?.close() }
    if isCut { connection.close() }
  }

  /// Stops the command: an end that waits for the other one gives up, and may still say so.
  func cut() {
    let connection = state.withLock { state in
      state.isCut = true
      return state.connection
    }
    connection?.stop()
  }

  /// The session is over.
  func close() { state.withLock { $0.connection.take() }?.close() }
}
