internal import Synchronization

/// How often an end syncs what it has of a new pad: as the plan says, and more often while its medium
/// is slow, since a connection that nobody serves for 20 seconds is lost.
final class SyncPace: Sendable {
  /// A sync that takes longer than this is slow.
  static let longTime = Duration.seconds(1)

  private let plan: TransferPlan
  /// The medium counts as slow until a sync shows otherwise.
  private let isSlow = Mutex(true)

  init(_ plan: TransferPlan) { self.plan = plan }

  /// Whether a sync is due after piece `index`.
  func isDue(after index: Int) -> Bool {
    plan.isSynced(after: index)
      || isSlow.withLock { $0 } && (index + 1) % TransferPlan.fewestBetweenSyncs == 0
  }

  /// Records how long a sync took.
  func took(_ time: Duration) { isSlow.withLock { $0 = time > SyncPace.longTime } }

  /// Syncs the pad, if that is due.
  func sync(_ pad: any NewPad, after index: Int) throws(PairingError) {
    guard isDue(after: index) else { return }
    let start = ContinuousClock.now
    try pad.sync()
    took(start.duration(to: .now))
  }
}
