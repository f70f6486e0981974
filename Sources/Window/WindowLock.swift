internal import Program
internal import Widgets

/// Follows whether anybody is at the window, and locks it once nobody has been for long.
@MainActor final class WindowLock {
  private static let lookMilliseconds: UInt32 = 5000

  private let window: MainWindow
  private var presence = Presence(at: .now)

  init(_ window: MainWindow) { self.window = window }

  func begin() {
    window.window.onTouch { [self] in
      presence.touch(at: .now)
      window.isAway = false
    }
    Idle.every(milliseconds: WindowLock.lookMilliseconds) { [self] in
      if window.isScanning { presence.see(at: .now) }
      if presence.isAway(at: .now) { window.isAway = true }
      if presence.isTimeToLock(at: .now) {
        // Its title may name somebody.
        FileChooser.dismiss()
        window.lock()
      }
    }
  }
}
