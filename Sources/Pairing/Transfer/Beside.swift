/// Something that takes a while and blocks, done on another thread beside the network.
struct Beside<Value: Sendable>: Sendable {
  private let task: Task<Result<Value, PairingError>, Never>

  init(_ work: @escaping @Sendable () throws(PairingError) -> Value) {
    task = Task.detached {
      do throws(PairingError) { return .success(try work()) } catch { return .failure(error) }
    }
  }

  /// What came of it, once it is done.
  func value() async throws(PairingError) -> Value { try await task.value.get() }

  /// Waits until it is done.
  func end() async { _ = await task.value }
}
