internal import Synchronization

/// What the search for the other end needs to know about this end's listener.
final class ListenerStatus: Sendable {
  private struct State {
    var port: Int?
    var isServing = false
    var isOver = false
    var waiting:
      [(isMet: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
        []
  }

  private let state = Mutex(State())

  /// Whether the search has nothing left to do: a session is under way, or listening ended.
  var isBusy: Bool { state.withLock { $0.isServing || $0.isOver } }

  /// The port that this end listens on; nil if listening ended before it began.
  func port() async -> Int? {
    await wait { $0.port != nil || $0.isOver }
    return state.withLock(\.port)
  }

  /// Waits for the session to end; returns false if listening ended with it.
  func isFreeAgain() async -> Bool {
    await wait { !$0.isServing || $0.isOver }
    return state.withLock { !$0.isOver }
  }

  func listens(on port: Int) { change { $0.port = port } }

  /// A session has begun, or has failed while listening goes on.
  func serves(_ isServing: Bool) { change { $0.isServing = isServing } }

  /// Listening has ended.
  func end() { change { $0.isOver = true } }

  private func wait(until isMet: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      change { $0.waiting.append((isMet, continuation)) }
    }
  }

  /// Changes the state and wakes everybody whose condition is met then.
  private func change(_ body: (inout State) -> Void) {
    let woken = state.withLock { state in
      body(&state)
      let now = state
      state.waiting.removeAll { $0.isMet(now) }
      return now.waiting.filter { $0.isMet(now) }
    }
    for waiter in woken { waiter.continuation.resume() }
  }
}
