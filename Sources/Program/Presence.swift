/// Whether anybody is at the window, judged by when it was touched last.
package struct Presence {
  /// After this, what comes waits until somebody is back.
  static let awayAfter: Duration = .seconds(60)
  /// After this, the window locks itself.
  static let lockAfter: Duration = .seconds(600)

  private var lastTouch: ContinuousClock.Instant
  /// When somebody was there last. A person who scans a code is there, but touches nothing.
  private var lastSeen: ContinuousClock.Instant

  package init(at now: ContinuousClock.Instant) { (lastTouch, lastSeen) = (now, now) }

  /// Somebody moved the mouse, pressed a key, or the like.
  package mutating func touch(at now: ContinuousClock.Instant) {
    (lastTouch, lastSeen) = (now, now)
  }

  /// Somebody is there, without a touch.
  package mutating func see(at now: ContinuousClock.Instant) { lastSeen = now }

  package func isAway(at now: ContinuousClock.Instant) -> Bool {
    now - lastSeen >= Presence.awayAfter
  }

  /// Whether it is time to lock the window; once, until as much time has passed again.
  package mutating func isTimeToLock(at now: ContinuousClock.Instant) -> Bool {
    if now - lastTouch < Presence.lockAfter { return false }
    lastTouch = now
    return true
  }
}
