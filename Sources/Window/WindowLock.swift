internal import Widgets

/// Follows whether anybody is at the window, and locks it once nobody has been for long.
@MainActor final class WindowLock {
  private static let patience: Duration = .seconds(600)
  /// After this, what comes waits until somebody is back.
  private static let presence: Duration = .seconds(60)
  private static let lookMilliseconds: UInt32 = 5000

  private let window: MainWindow
  private var lastTouch = ContinuousClock.now
  /// When somebody was there last. A person who scans a code is there, but touches nothing.
  private var lastSeen = ContinuousClock.now

  init(_ window: MainWindow) { self.window = window }

  func begin() {
    window.window.onTouch { [self] in
      (lastTouch, lastSeen) = (.now, .now)
      window.isAway = false
    }
    Idle.every(milliseconds: WindowLock.lookMilliseconds) { [self] in
      if window.isScanning { lastSeen = .now }
      if ContinuousClock.now - lastSeen >= WindowLock.presence { window.isAway = true }
      if ContinuousClock.now - lastTouch < WindowLock.patience { return }
      lastTouch = .now
      window.lock()
    }
  }
}
