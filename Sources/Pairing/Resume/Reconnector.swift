/// How an end whose connection was lost gets at a new one to the same other end.
protocol Reconnector: Sendable {
  /// Whether the command was stopped.
  var isStopped: Bool { get }
  /// One try, over at the deadline at the latest: nil when nothing came of it. `position` counts
  /// the giver's frames that this end has sent or taken in.
  func reconnect(
    at position: Int, until deadline: ContinuousClock.Instant
  ) async throws(PairingError) -> ResumedConnection?
  /// The session is over.
  func end() async
}

/// A new connection on which both ends have shown who they are.
struct ResumedConnection: ~Copyable {
  let connection: any Connection
  let session: ResumedSession
}
