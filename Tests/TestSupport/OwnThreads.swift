internal import Dispatch
package import Testing

/// Runs the tests of a suite outside the pool on which the others compute for minutes, and few at a
/// time: the deadlines of pairing are real, and tests with hosts wait for minutes.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  fileprivate let turns: Turns

  /// For a `Task`, which does not run where the test that makes it does.
  package static var executor: any TaskExecutor { ThreadExecutor.shared }

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadExecutor.shared) {
      await turns.begin()
      do { try await function() } catch {
        await turns.end()
        throw error
      }
      await turns.end()
    }
  }
}

extension Trait where Self == OwnThreads {
  package static var ownThreads: OwnThreads { OwnThreads(turns: .usual) }
  /// The same, for tests that start hosts or windows.
  package static var hostThread: OwnThreads { OwnThreads(turns: .hosts) }
}

private final class ThreadExecutor: TaskExecutor {
  static let shared = ThreadExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

private actor Turns {
  static let usual = Turns(2)
  static let hosts = Turns(1)

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ free: Int) { self.free = free }

  func begin() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Gives the turn to the one that has waited longest.
  func end() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
