internal import NIOPosix

/// An executor with its own threads, so that blocking calls, such as those to the disk, keep no
/// other task waiting.
package final class BlockingExecutor: TaskExecutor {
  package static let shared = BlockingExecutor()

  /// For a session, for what it reads and writes beside that, and for the search before it. Each thread has memory of its
  /// own. No job waits for another on its thread, so few are enough.
  private let pool = NIOThreadPool(numberOfThreads: 4)

  private init() { pool.start() }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.submit { [self] _ in
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
