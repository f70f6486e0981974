internal import Synchronization

/// Something that takes a while and blocks, done on another thread beside the network.
struct BlockingTask<Value: Sendable>: Sendable {
  private final class Progress: Sendable {
    let isOver = Atomic(false)
  }

  private let task: Task<Result<Value, PairingError>, Never>
  private let progress = Progress()

  init(_ work: @escaping @Sendable () throws(PairingError) -> Value) {
    task = Task.detached { [progress] in
      defer { progress.isOver.store(true, ordering: .releasing) }
      do throws(PairingError) { return .success(try work()) } catch { return .failure(error) }
    }
  }

  /// Whether `value` need not be waited for any more.
  var isOver: Bool { progress.isOver.load(ordering: .acquiring) }

  /// What came of it, once it is done.
  func value() async throws(PairingError) -> Value { try await task.value.get() }

  /// Waits until it is done.
  func end() async { _ = await task.value }
}
