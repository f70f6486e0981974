internal import Synchronization

/// Something that takes a while and blocks, done beside the network on a queue, after what was put
/// there before. Not as a task: these share as many threads as there are processors, and while those
/// wait for the medium nothing else goes on.
struct Beside<Value: Sendable>: Sendable {
  private typealias Outcome = Result<Value, PairingError>

  private struct State {
    var outcome: Outcome?
    var waiting: [CheckedContinuation<Outcome, Never>] = []
  }

  private final class Promise: Sendable {
    let state = Mutex(State())

    func settle(_ outcome: Outcome) {
      let waiting = state.withLock { state in
        state.outcome = outcome
        return state.waiting
      }
      for continuation in waiting { continuation.resume(returning: outcome) }
    }
  }

  private let promise = Promise()

  init(on queue: WorkQueue, _ work: @escaping @Sendable () throws(PairingError) -> Value) {
    queue.add { [promise] in promise.settle(Result(catching: work)) }
  }

  /// Whether `value` need not be waited for any more.
  var isOver: Bool { promise.state.withLock { $0.outcome != nil } }

  /// What came of it, once it is done.
  func value() async throws(PairingError) -> Value { try await outcome().get() }

  /// Waits until it is done.
  func end() async { _ = await outcome() }

  private func outcome() async -> Outcome {
    await withCheckedContinuation { continuation in
      let outcome = promise.state.withLock { state in
        if state.outcome == nil { state.waiting.append(continuation) }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }
}
