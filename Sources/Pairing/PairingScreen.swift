/// What the person at this end sees and types. Both programs implement it; every call but
/// `readCode` returns at once.
package protocol PairingScreen: Sendable {
  /// This end listens on this port.
  func waiting(port: Int)
  /// The other end's person is asked whether to let this end in.
  func held()
  /// A connection is up; `peer` is its address.
  func connected(to peer: String)
  /// A connection failed before the codes: a stranger, or an offer that was refused.
  func passedOver(_ peer: String, because error: PairingError)
  /// What both ends agreed on: bytes, percent for the giver, and whether this end gives.
  func agreed(size: Int, split: Int, weGive: Bool)
  /// This screen's code, like `1234 5678`, to be typed at the other end.
  func showCode(_ code: String)
  /// Returns a line with the other screen's code; nil at the end of input, and soon after `isAlive`
  /// becomes false.
  func readCode(while isAlive: @escaping @Sendable () -> Bool) async -> String?
  /// The line was unusable; `readCode` follows.
  func askAgain(_ reason: AskAgain)
  /// The typed code was right, and the confirmation has been sent; now the other end's person has to
  /// type theirs.
  func codeWasRight()
  /// How many bytes of material the taker has stored durably, of `total`.
  func progress(bytes: Int, of total: Int)
  /// The connection is lost, and this end waits for it to come back; called every second.
  func connectionIsLost(secondsLeft: Int)
  /// The transfer goes on over a new connection.
  func connectionIsBack()
  /// Everything is transferred; the taker compares what it stored.
  func verifying()
  /// An attempt failed after the opening; with 0 left, the command ends.
  func failedAttempt(_ error: PairingError, attemptsLeft: Int)
}

/// Why a typed line was neither right nor wrong.
package enum AskAgain: Sendable {
  /// It is this screen's own code.
  case ownCode
  /// It does not have eight digits.
  case notACode
}
