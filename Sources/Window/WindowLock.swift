internal import Widgets

/// Follows whether anybody is at the window, and locks it once nobody has been for long.
@MainActor final class WindowLock {
  private static let patience: Duration = .seconds(600)
  /// After this, what comes waits until somebody is back.
  private static let presence: Duration = .seconds(60)
  private static let lookMilliseconds: UInt32 = 5000

  private let window: MainWindow
  private var lastTouch = ContinuousClock.now

  init(_ window: MainWindow) { self.window = window }

  func begin() {
    window.window.onKey { [self] _, _ in
      touched()
      return false
    }
    window.window.onMotion { [self] in touched() }
    Idle.every(milliseconds: WindowLock.lookMilliseconds) { [self] in
      let idle = ContinuousClock.now - lastTouch
      if idle >= WindowLock.presence { window.isAway = true }
      if idle < WindowLock.patience { return }
      lastTouch = .now
      window.lock()
    }
  }

  private func touched() {
    lastTouch = .now
    window.isAway = false
  }
}
