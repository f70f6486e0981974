internal import Link

/// A way for an end whose connection was lost to get a new one to the same other end.
protocol Reconnector: Sendable {
  /// Whether the command was stopped.
  var isStopped: Bool { get }
  /// Tries once, until the deadline at the latest; returns nil if it failed. `position`
  /// counts the giver's frames that this end has sent or taken in.
  func reconnect(
    at position: Int, until deadline: ContinuousClock.Instant
  ) async throws(PairingError) -> ResumedConnection?
  /// The session is over.
  func end() async
}

/// A new connection on which both ends have proved who they are.
struct ResumedConnection: ~Copyable {
  let connection: any Connection
  let session: ResumedSession
}
