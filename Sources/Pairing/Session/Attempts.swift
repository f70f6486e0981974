internal import Synchronization

/// A count of the failures that a person sees. For each of them, an active adversary has one chance
/// to guess a code (vernam-pairing(7)).
final class Attempts: Sendable {
  /// The third failure ends the command.
  static let most = 3

  private let failures = Mutex<[PairingError]>([])

  /// Counts one; returns how many are left.
  func fail(_ error: PairingError) -> Int {
    failures.withLock { failures in
      failures.append(error)
      return max(Attempts.most - failures.count, 0)
    }
  }

  var last: PairingError? { failures.withLock { $0.last } }

  var areUsedUp: Bool { failures.withLock { $0.count >= Attempts.most } }
}
