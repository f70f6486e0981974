/// How far a packet has come that takes longer than a moment.
package enum TransferProgress: Equatable, Sendable {
  /// Percent of what is being sent.
  case sent(Int)
  /// Bytes received so far: the other end does not say beforehand how many there will be.
  case received(Int)
}

/// When to tell of progress: once a second.
struct ProgressPace {
  private static let interval: Duration = .seconds(1)
  private var due = ContinuousClock.now + interval

  mutating func isDue() -> Bool {
    let now = ContinuousClock.now
    if now < due { return false }
    due = now + ProgressPace.interval
    return true
  }
}
