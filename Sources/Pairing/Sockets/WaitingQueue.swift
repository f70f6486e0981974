internal import Synchronization

/// Connections that were accepted and wait to be served, at most so many.
package final class WaitingQueue: Sendable {
  private struct State {
    var waiting: [any Connection] = []
    var server: CheckedContinuation<(any Connection)?, Never>?
    var isClosed = false
  }

  private let limit: Int
  private let state = Mutex(State())

  package init(limit: Int) { self.limit = limit }

  /// Serves it next, lets it wait, or closes it when too many wait already.
  package func offer(_ connection: any Connection) {
    let (server, isRefused) = state.withLock { state in
      if state.server == nil {
        let isRefused = state.isClosed || state.waiting.count >= limit
        if !isRefused { state.waiting.append(connection) }
        return (nil as CheckedContinuation<(any Connection)?, Never>?, isRefused)
      }
      return (state.server.take(), false)
    }
    if isRefused { connection.close() }
    server?.resume(returning: connection)
  }

  /// The connection that waits longest, or the next one; nil once `giveUp` or `close` is called.
  package func next() async -> (any Connection)? {
    await withCheckedContinuation { server in
      let found: (any Connection)?? = state.withLock { state in
        if state.isClosed { return .some(nil) }
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        state.server = server
        return nil
      }
      if let found { server.resume(returning: found) }
    }
  }

  /// Ends the wait of `next`, if it waits.
  package func giveUp() { state.withLock { $0.server.take() }?.resume(returning: nil) }

  /// Closes all that wait, and everything that comes.
  package func close() {
    let (waiting, server) = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return (state.waiting, state.server.take())
    }
    for connection in waiting { connection.close() }
    server?.resume(returning: nil)
  }
}
