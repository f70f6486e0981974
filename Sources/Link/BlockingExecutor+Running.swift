extension BlockingExecutor {
  /// Runs work that blocks, and returns what it returns.
  package static func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let task = Task(executorPreference: shared) {
      do throws(Failure) { return Result<Value, Failure>.success(try work()) } catch {
        return .failure(error)
      }
    }
    return try await task.value.get()
  }
}
