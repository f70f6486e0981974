package import Pairing

/// A screen that nobody looks at, and where nobody types.
package struct SilentScreen: PairingScreen {
  package init() {}

  package func waiting(port: Int) {}
  package func held() {}
  package func connected(to peer: String) {}
  package func passedOver(_ peer: String, because error: PairingError) {}
  package func agreed(size: Int, split: Int, weGive: Bool) {}
  package func showCode(_ code: String) {}
  package func readCode(while isAlive: @escaping @Sendable () -> Bool) async -> String? { nil }
  package func askAgain(_ reason: AskAgain) {}
  package func codeWasRight() {}
  package func progress(bytes: Int, of total: Int) {}
  package func connectionIsLost(secondsLeft: Int) {}
  package func connectionIsBack() {}
  package func verifying() {}
  package func failedAttempt(_ error: PairingError, attemptsLeft: Int) {}
}
