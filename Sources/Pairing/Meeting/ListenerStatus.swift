internal import Synchronization

/// The listener's screen during the search: forwards everything, and remembers what the search
/// needs to know.
final class ListenerStatus: PairingScreen {
  private struct State {
    var port: Int?
    var isOver = false
    var isBusy = false
    var waiting: CheckedContinuation<Int?, Never>?
  }

  private let screen: any PairingScreen
  private let state = Mutex(State())

  init(screen: any PairingScreen) { self.screen = screen }

  /// Whether the search has nothing left to do: a session is under way, or listening ended.
  var isBusy: Bool { state.withLock { $0.isBusy || $0.isOver } }

  /// Waits for the session to end; returns false if listening ended with it.
  func isFreeAgain() async -> Bool {
    while state.withLock({ $0.isBusy && !$0.isOver }) {
      try? await Task.sleep(for: .milliseconds(100))
    }
    return state.withLock { !$0.isOver }
  }

  /// The port that this end listens on; nil if listening ended before it began.
  func port() async -> Int? {
    await withCheckedContinuation { continuation in
      let isKnown = state.withLock { state in
        if state.port != nil || state.isOver { return true }
        state.waiting = continuation
        return false
      }
      if isKnown { continuation.resume(returning: state.withLock(\.port)) }
    }
  }

  /// Listening has ended.
  func end() { tell { $0.isOver = true } }

  func waiting(port: Int) {
    tell { $0.port = port }
    screen.waiting(port: port)
  }

  func agreed(size: Int, split: Int, weGive: Bool) {
    state.withLock { $0.isBusy = true }
    screen.agreed(size: size, split: split, weGive: weGive)
  }

  func connected(to peer: String) { screen.connected(to: peer) }
  func passedOver(_ peer: String, because error: PairingError) {
    state.withLock { $0.isBusy = false }
    screen.passedOver(peer, because: error)
  }
  func showCode(_ code: String) { screen.showCode(code) }
  func readCode(while isAlive: @escaping @Sendable () -> Bool) async -> String? {
    await screen.readCode(while: isAlive)
  }
  func askAgain(_ reason: AskAgain) { screen.askAgain(reason) }
  func codeWasRight() { screen.codeWasRight() }
  func progress(bytes: Int, of total: Int) { screen.progress(bytes: bytes, of: total) }
  func connectionIsLost(secondsLeft: Int) { screen.connectionIsLost(secondsLeft: secondsLeft) }
  func connectionIsBack() { screen.connectionIsBack() }
  func verifying() { screen.verifying() }
  func failedAttempt(_ error: PairingError, attemptsLeft: Int) {
    state.withLock { $0.isBusy = false }
    screen.failedAttempt(error, attemptsLeft: attemptsLeft)
  }

  private func tell(_ change: (inout State) -> Void) {
    let (continuation, port) = state.withLock { state in
      change(&state)
      defer { state.waiting = nil }
      return (state.waiting, state.port)
    }
    continuation?.resume(returning: port)
  }
}
