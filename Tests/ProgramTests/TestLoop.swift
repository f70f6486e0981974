import Pad
import Program
import TestSupport

/// The main loop of a test, which runs tasks.
struct TestLoop: MainLoop {
  func post(_ work: @escaping @MainActor @Sendable () -> Void) { Task { @MainActor in work() } }
}

extension ProgramEnvironment {
  /// A program over the vault in `directory`, with cheap passphrases.
  static func test(_ directory: String) -> ProgramEnvironment {
    ProgramEnvironment(
      directory: directory, vault: TwoVaults.environment(directory + ".state"),
      cost: { _ in TwoVaults.cost }, mainLoop: TestLoop())
  }
}

/// A secret with this content.
func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8).span) }

extension SecretHandoff {
  /// What is in it, which is gone then.
  func takeText() -> String? {
    guard let secret = take() else { return nil }
    return secret.withBytes { String(decoding: $0.publicCopy, as: UTF8.self) }
  }
}

/// What a test waited for was not shown in time.
struct NeverShown: Error { let what: String }

/// Looks again and again until the window shows it.
@MainActor func untilShown(_ what: String, _ isShown: () -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(120)
  while !isShown() {
    if ContinuousClock.now > end { throw NeverShown(what: what) }
    try await Task.sleep(for: .milliseconds(2))
  }
}
