internal import Link
internal import Synchronization

/// Blocking work that takes a while, done on another thread alongside the network.
struct BlockingTask<Value: Sendable>: Sendable {
  private final class Progress: Sendable {
    let isOver = Atomic(false)
  }

  private let task: Task<Result<Value, PairingError>, Never>
  private let progress = Progress()

  init(_ work: @escaping @Sendable () throws(PairingError) -> Value) {
    task = Task(executorPreference: BlockingExecutor.shared) { [progress] in
      defer { progress.isOver.store(true, ordering: .releasing) }
      do throws(PairingError) { return .success(try work()) } catch { return .failure(error) }
    }
  }

  /// Whether the work is done; `value` may still wait for a moment.
  var isOver: Bool { progress.isOver.load(ordering: .acquiring) }

  /// What the work returned, once it is done.
  func value() async throws(PairingError) -> Value { try await result().get() }

  /// Its outcome, once it is done, failed or not.
  func result() async -> Result<Value, PairingError> { await task.value }
}
