internal import Synchronization

/// Programs that were started and have yet to be ended.
final class RunningCommands: Sendable {
  private let tasks = Mutex<[Task<Void, Never>]>([])

  /// `end` waits until the program is no longer needed, and ends it.
  func add(_ end: @escaping @Sendable () async -> Void) {
    tasks.withLock { $0.append(Task { await end() }) }
  }

  func finish() async {
    for task in tasks.withLock({ $0 }) { await task.value }
  }
}
