internal import Synchronization

/// How far this end's two ways to a session have come: its listener, and its call to another end's
/// offer. The first that gets through is the session.
final class MeetingStatus: Sendable {
  private struct State {
    var port: Int?
    var isServing = false
    var isOver = false
    var callGotThrough = false
    var waiting:
      [(isMet: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
        []

    /// Whether a session is under way, or none can begin any more.
    var isBusy: Bool { isServing || isOver || callGotThrough }
  }

  private let state = Mutex(State())

  /// Whether the search has nothing left to do: a session is under way, or listening ended.
  var isBusy: Bool { state.withLock(\.isBusy) }

  /// Whether the call became the session.
  var callGotThrough: Bool { state.withLock(\.callGotThrough) }

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

  /// A caller is there. Returns false if it comes too late: the session is another one.
  func beginServing() -> Bool {
    state.withLock { state in
      if state.isBusy { return false }
      state.isServing = true
      return true
    }
  }

  /// The session failed, and listening goes on.
  func endServing() { change { $0.isServing = false } }

  /// The called end answers. Returns false if it answers too late.
  func callGetsThrough() -> Bool {
    state.withLock { state in
      if state.isBusy { return false }
      state.callGotThrough = true
      return true
    }
  }

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
