internal import Link

/// Work that may wait for the disk, done on another thread than the main loop, one piece at a time.
@MainActor final class Worker {
  /// A thread of its own: conversations and pairings use the same threads as commands, and one that
  /// waits for this window to show a text keeps its thread.
  private static let executor = BlockingExecutor(threads: 1)

  private let mainLoop: any MainLoop
  private var last: Task<Void, Never>?

  init(_ mainLoop: any MainLoop) { self.mainLoop = mainLoop }

  /// Does the work once everything before it is done; then the main loop gets the result.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value,
    then: @escaping @MainActor @Sendable (Result<Value, any Error>) -> Void
  ) {
    let (before, mainLoop) = (last, mainLoop)
    last = Task.detached(executorPreference: Worker.executor) {
      await before?.value
      let result = Result { try work() }
      mainLoop.post { then(result) }
    }
  }
}
