/// What the person at this end sees and types. The command line implements it; every call but
/// `readCode` returns at once.
package protocol PairingScreen: Sendable {
  /// This end listens, and where: what DNS-SD registers.
  func waiting(port: Int)
  /// A connection stands; `peer` is its address.
  func connected(to peer: String)
  /// A connection came to nothing before the codes: a stranger, or an offer that was refused.
  func passedOver(_ peer: String, because error: PairingError)
  /// What both ends agreed on: bytes, percent for the giver, and whether this end gives.
  func agreed(size: Int, split: Int, weGive: Bool)
  /// This screen's code, `1234 5678`: to be typed at the other end.
  func showCode(_ code: String)
  /// A line with the other screen's code; nil at the end of input, and soon after `isAlive` has
  /// become false.
  func readCode(while isAlive: @escaping @Sendable () -> Bool) async -> String?
  /// The line was no use; `readCode` follows.
  func askAgain(_ reason: AskAgain)
  /// The typed code was right; now the other end's person has to type theirs.
  func codeWasRight()
  /// Bytes of material that the taker has stored durably, of how many.
  func progress(bytes: Int, of total: Int)
  /// The connection is lost, and this end waits for it to come back; again each second.
  func connectionIsLost(secondsLeft: Int)
  /// The transfer goes on over a new connection.
  func connectionIsBack()
  /// All is transferred; the taker compares what it stored.
  func verifying()
  /// An attempt failed after the opening; at 0 left the command ends.
  func failedAttempt(_ error: PairingError, attemptsLeft: Int)
}

/// Why a typed line was neither right nor wrong.
package enum AskAgain: Sendable {
  /// It is this screen's own code.
  case ownCode
  /// It has not eight digits.
  case notACode
}
