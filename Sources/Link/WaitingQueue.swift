internal import Synchronization

/// A bounded queue of accepted connections that wait to be served.
package final class WaitingQueue: Sendable {
  private struct State {
    var waiting: [any Connection] = []
    var server: CheckedContinuation<(any Connection)?, Never>?
    /// The number of the current or next wait, and whether it was given up.
    var turn = 0
    var isGivenUp = false
    var isClosed = false
  }

  private let limit: Int
  private let state = Mutex(State())

  package init(limit: Int) { self.limit = limit }

  /// Serves it next, lets it wait, or closes it if too many wait already.
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

  /// Announces a call to `next`; returns its number, for `giveUp`.
  package func begin() -> Int {
    state.withLock { state in
      state.turn += 1
      state.isGivenUp = false
      return state.turn
    }
  }

  /// The connection that has waited longest, or the next one; nil once this wait was given up or
  /// the queue closed, even before this call.
  package func next() async -> (any Connection)? {
    await withCheckedContinuation { server in
      let found: (any Connection)?? = state.withLock { state in
        if state.isClosed { return .some(nil) }
        if !state.waiting.isEmpty { return state.waiting.removeFirst() }
        if state.isGivenUp { return .some(nil) }
        state.server = server
        return nil
      }
      if let found { server.resume(returning: found) }
    }
  }

  /// Ends the wait with this number. An alarm that comes late, in a later wait, ends nothing.
  package func giveUp(_ turn: Int) {
    let server = state.withLock { state in
      guard state.turn == turn else { return nil as CheckedContinuation<(any Connection)?, Never>? }
      state.isGivenUp = true
      return state.server.take()
    }
    server?.resume(returning: nil)
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
