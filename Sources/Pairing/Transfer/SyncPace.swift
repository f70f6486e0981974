internal import Synchronization

/// How often an end makes durable what it has of a new pad: where it is acknowledged, and more often
/// while its medium takes long, since a connection that nobody serves for 20 seconds is lost.
final class SyncPace: Sendable {
  /// A sync of more time than this is one that takes long.
  static let longTime = Duration.seconds(1)

  private let plan: TransferPlan
  /// No more is known of the medium at first than that it may be slow.
  private let isSlow = Mutex(true)

  init(_ plan: TransferPlan) { self.plan = plan }

  /// Whether piece `index` is to be followed by a sync.
  func isDue(after index: Int) -> Bool {
    plan.isAcknowledged(after: index)
      || isSlow.withLock { $0 } && (index + 1) % TransferPlan.fewestAcknowledged == 0
  }

  /// A sync took so long.
  func took(_ time: Duration) { isSlow.withLock { $0 = time > SyncPace.longTime } }

  /// Makes durable what there is, where that is due.
  func sync(_ pad: any NewPad, after index: Int) throws(PairingError) {
    guard isDue(after: index) else { return }
    let start = ContinuousClock.now
    try pad.sync()
    took(start.duration(to: .now))
  }
}
