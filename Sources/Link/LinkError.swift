/// Why a connection did not come about, or ended.
package enum LinkError: Error, Equatable {
  /// Nobody came, or nobody answered, before the wait was over; with the last refusal, if any.
  case noAnswer(reason: String?)
  case cannotListen(reason: String)
  case connectionLost
  case timedOut
  /// This end was told to stop.
  case cancelled
}
