internal import NIOPosix

/// An executor with its own threads, so that blocking calls, such as those to the disk, keep no
/// other task waiting.
package final class BlockingExecutor: TaskExecutor {
  package static let shared = BlockingExecutor()

  /// Four are enough for a session, for its reading and writing of the pad alongside, and for the search,
  /// which keeps a thread from its beginning to its end: there is one for each command. Each thread
  /// costs memory of its own.
  private let pool: NIOThreadPool

  package init(threads: Int = 4) {
    pool = NIOThreadPool(numberOfThreads: threads)
    pool.start()
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.submit { [self] _ in
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
