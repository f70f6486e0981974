internal import Discovery
internal import Synchronization

/// How far this end's two ways to a session have come: its listener, and its call to another end.
/// The first that gets through is the session.
final class MeetingStatus: Sendable {
  private enum Call {
    case none
    /// The calls of one meeting are numbered, so that one that was dropped changes nothing.
    case begun(Int)
    case failed(PairingError)
    case gotThrough
  }

  private struct State {
    var port: Int?
    var isServing = false
    var servedCount = 0
    var isOver = false
    var call = Call.none
    var callCount = 0
    var admission: AdmissionControl
    var waiting:
      [(isMet: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
        []

    func isAdmitted(_ caller: Caller) -> Bool? { isBusy ? false : admission.admits(caller) }

    /// Whether a session is under way, or none can begin any more.
    var isBusy: Bool { if case .gotThrough = call { true } else { isServing || isOver } }
  }

  private let state: Mutex<State>

  init(_ policy: AdmissionControl.Policy = .anybody) {
    state = Mutex(State(admission: AdmissionControl(policy)))
  }

  /// How many callers were served, to notice a session that failed at once.
  var servedCount: Int { state.withLock(\.servedCount) }

  /// Whether the search has nothing left to do: a session is under way, or listening ended.
  var isBusy: Bool { state.withLock(\.isBusy) }

  /// The port that this end listens on; nil if listening ended before it began.
  func port() async -> Int? {
    await wait { $0.port != nil || $0.isOver }
    return state.withLock(\.port)
  }

  // MARK: Listening

  func listens(on port: Int) { change { $0.port = port } }

  /// This end is on offer under a name.
  func offers(_ own: Offer) { change { $0.admission.own = own } }

  /// Changes whom the listener lets in. Returns false if a session is under way.
  func admit(_ policy: AdmissionControl.Policy) -> Bool {
    state.withLock { state in
      if state.isBusy { return false }
      state.admission.policy = policy
      return true
    }
  }

  /// The callers that wait to be let in.
  var callers: [Caller] { state.withLock(\.admission.callers) }

  var isSearching: Bool { state.withLock(\.admission.isSearching) }

  func add(_ caller: Caller) { change { $0.admission.add(caller) } }

  func remove(_ caller: Caller) { change { $0.admission.remove(caller) } }

  /// Whether to let a caller in; nil if that has to be decided.
  func isAdmitted(_ caller: Caller) -> Bool? { state.withLock { $0.isAdmitted(caller) } }

  /// Begins to serve a caller. Returns false if it is not let in any more, or if another
  /// session has begun.
  func beginServing(_ caller: Caller) -> Bool {
    state.withLock { state in
      guard state.isAdmitted(caller) == true else { return false }
      state.isServing = true
      state.servedCount += 1
      state.admission.decideAnew()
      return true
    }
  }

  /// The session failed, and listening goes on.
  func endServing() { change { $0.isServing = false } }

  /// Listening has ended.
  func end() { change { $0.isOver = true } }

  /// Waits for the session to end; returns false if listening ended with it.
  func isFreeAgain() async -> Bool {
    await wait { !$0.isServing || $0.isOver }
    return state.withLock { !$0.isOver }
  }

  // MARK: Calling

  /// The number of a new call, which takes the place of any before it.
  func beginCall() -> Int {
    state.withLock { state in
      state.callCount += 1
      state.call = .begun(state.callCount)
      return state.callCount
    }
  }

  /// The called end has answered. Returns false if the call was dropped, or if another session
  /// has begun.
  func getThrough(call number: Int) -> Bool {
    state.withLock { state in
      guard case .begun(number) = state.call, !state.isBusy else { return false }
      state.call = .gotThrough
      return true
    }
  }

  func fail(call number: Int, _ error: PairingError) {
    state.withLock { state in
      if case .begun(number) = state.call { state.call = .failed(error) }
    }
  }

  /// Why the call came to nothing; nil if it did not.
  var callFailure: PairingError? {
    state.withLock { if case .failed(let error) = $0.call { error } else { nil } }
  }

  /// Our call was the session, and failed.
  func endCall() {
    change { state in
      state.call = .none
      state.admission.decideAnew()
    }
  }

  /// Gives the call up, unless it is the session: then it returns true.
  func dropCall() -> Bool {
    state.withLock { state in
      if case .gotThrough = state.call { return true }
      state.call = .none
      return false
    }
  }

  // MARK: Waiting

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
