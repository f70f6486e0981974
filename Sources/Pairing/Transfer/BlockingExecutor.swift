internal import NIOPosix

/// An executor with its own threads, so that blocking calls, such as those to the disk, keep no
/// other task waiting.
final class BlockingExecutor: TaskExecutor {
  static let shared = BlockingExecutor()

  private let pool = NIOThreadPool(numberOfThreads: 16)

  private init() { pool.start() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.submit { [self] _ in
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
