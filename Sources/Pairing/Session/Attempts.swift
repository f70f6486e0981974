internal import Synchronization

/// A count of the failures that a person sees. For each of them, an active adversary has one chance
/// to guess a code (vernam-pairing(7)).
final class Attempts: Sendable {
  /// The third failure ends the command.
  static let most = 3

  private let failures = Mutex<[PairingError]>([])

  /// Counts one; returns how many are left.
  func fail(_ error: PairingError) -> Int {
    failures.withLock { $0.append(error) }
    return left
  }

  var count: Int { failures.withLock(\.count) }

  var left: Int { max(Attempts.most - count, 0) }

  var last: PairingError? { failures.withLock { $0.last } }

  var areUsedUp: Bool { left == 0 }
}
