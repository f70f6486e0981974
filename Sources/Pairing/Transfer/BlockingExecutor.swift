internal import NIOPosix

/// An executor with its own threads, so that blocking calls, such as those to the disk, keep no
/// other task waiting.
final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()

  /// For the session, and for what it reads and writes beside that. Each thread has memory of its
  /// own. No job waits for another on its thread, so few are enough.
  private let pool = NIOThreadPool(numberOfThreads: 4)

  private init() { pool.start() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.submit { [self] _ in
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
