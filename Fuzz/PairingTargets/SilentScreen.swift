internal import Pairing

/// Nobody looks, and nobody types.
struct SilentScreen: PairingScreen {
  func waiting(port: Int) {}
  func connected(to peer: String) {}
  func passedOver(_ peer: String, because error: PairingError) {}
  func agreed(size: Int, split: Int, weGive: Bool) {}
  func showCode(_ code: String) {}
  func readCode(while isAlive: @escaping @Sendable () -> Bool) async -> String? { nil }
  func askAgain(_ reason: AskAgain) {}
  func codeWasRight() {}
  func progress(bytes: Int, of total: Int) {}
  func connectionIsLost(secondsLeft: Int) {}
  func connectionIsBack() {}
  func verifying() {}
  func failedAttempt(_ error: PairingError, attemptsLeft: Int) {}
}
