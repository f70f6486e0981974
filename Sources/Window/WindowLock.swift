internal import Widgets

/// Locks the window once nobody has touched it for a while.
@MainActor final class WindowLock {
  private static let patience: Duration = .seconds(600)
  private static let lookMilliseconds: UInt32 = 5000

  private let window: MainWindow
  private var lastTouch = ContinuousClock.now

  init(_ window: MainWindow) { self.window = window }

  func begin() {
    window.window.onKey { [self] _, _ in
      lastTouch = .now
      return false
    }
    window.window.onMotion { [self] in lastTouch = .now }
    Idle.every(milliseconds: WindowLock.lookMilliseconds) { [self] in
      if ContinuousClock.now - lastTouch < WindowLock.patience { return }
      lastTouch = .now
      window.lock()
    }
  }
}
