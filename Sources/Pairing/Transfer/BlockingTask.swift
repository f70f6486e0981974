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

  /// The outcome of the work, once it is done.
  func value() async throws(PairingError) -> Value { try await task.value.get() }

  /// Waits until it is done.
  func end() async { _ = await task.value }
}
