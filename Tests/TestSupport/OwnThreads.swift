internal import Dispatch
package import Testing

/// Runs the tests of a suite on threads that no test outside these suites uses, and few at a time: the deadlines
/// of pairing are real, and other tests compute for minutes.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  /// For a `Task`, which does not run where the test that makes it does.
  package static var executor: any TaskExecutor { ThreadExecutor.shared }

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(ThreadExecutor.shared) {
      await Turns.shared.begin()
      do { try await function() } catch {
        await Turns.shared.end()
        throw error
      }
      await Turns.shared.end()
    }
  }
}

extension Trait where Self == OwnThreads {
  package static var ownThreads: OwnThreads { OwnThreads() }
}

private final class ThreadExecutor: TaskExecutor {
  static let shared = ThreadExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

private actor Turns {
  static let shared = Turns()

  private var free = 2
  private var waiting: [CheckedContinuation<Void, Never>] = []

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
