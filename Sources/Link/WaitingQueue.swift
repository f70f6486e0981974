internal import Synchronization

/// A bounded queue of accepted connections that wait to be served.
package final class WaitingQueue: Sendable {
  private struct State {
    var waiting: [any Connection] = []
    var server: CheckedContinuation<(any Connection)?, Never>?
    var isClosed = false
  }

  private let limit: Int
  private let state = Mutex(State())

  package init(limit: Int) { self.limit = limit }

  /// Hands the connection to the task that waits for one; if there is none, queues it; if the queue
  /// is full, closes it.
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

  /// The connection that has waited longest, or the next one; nil once the queue is closed, or if
  /// the task is cancelled and none waits. One task waits at a time.
  package func next() async -> (any Connection)? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { server in
        let found: (any Connection)?? = state.withLock { state in
          if state.isClosed { return .some(nil) }
          if !state.waiting.isEmpty { return state.waiting.removeFirst() }
          precondition(state.server == nil, "one task waits at a time")
          // If the task is cancelled after this line, `onCancel` finds the server.
          if Task.isCancelled { return .some(nil) }
          state.server = server
          return nil
        }
        if let found { server.resume(returning: found) }
      }
    } onCancel: {
      let server = state.withLock { $0.server.take() }
      server?.resume(returning: nil)
    }
  }

  /// Closes all that wait, and all that still come.
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
