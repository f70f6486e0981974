internal import NIOPosix

/// A thread of its own for work that blocks, one piece after the other.
final class WorkQueue: Sendable {
  private let pool = NIOThreadPool(numberOfThreads: 1)

  init() { pool.start() }

  deinit { pool.shutdownGracefully { _ in } }

  /// Does `work` after what was handed in before. Whoever waits for it keeps the queue.
  func add(_ work: @escaping @Sendable () -> Void) { pool.submit { _ in work() } }
}
