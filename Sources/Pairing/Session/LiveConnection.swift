internal import Link
internal import Synchronization

/// The connection being served, kept so that stopping the command can end it.
final class LiveConnection: Sendable {
  private let state = Mutex<(connection: (any Connection)?, isStopped: Bool)>((nil, false))

  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Closes the previous connection, and this one at once if the command was stopped already.
  func hold(_ connection: any Connection) {
    let (previous, isStopped) = state.withLock { state in
      let previous = state.connection
      state.connection = connection
      return (previous, state.isStopped)
    }
    if previous !== connection { previous?.close() }
    if isStopped { connection.close() }
  }

  /// Stops the command: an end that waits for the other gives up, and may still say so.
  func cut() {
    let connection = state.withLock { state in
      state.isStopped = true
      return state.connection
    }
    connection?.stop()
  }

  /// The session is over.
  func close() { state.withLock { $0.connection.take() }?.close() }
}
