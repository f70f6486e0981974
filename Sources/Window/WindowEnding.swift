internal import System
internal import Widgets

/// The end of the program: by the person, or by a signal. Either way what goes on ends first.
@MainActor final class WindowEnding {
  private static let lookMilliseconds: UInt32 = 500

  private let window: MainWindow
  private let application: Application
  private var hasBegun = false

  init(of window: MainWindow, _ application: Application) {
    self.window = window
    self.application = application
  }

  func begin() {
    if hasBegun { return }
    hasBegun = true
    let application = application
    window.end { application.quit() }
  }

  /// Ends the program when a signal says so.
  func followSignals() {
    Idle.every(milliseconds: WindowEnding.lookMilliseconds) { [self] in
      if EndingSignals.cameIn { begin() }
    }
  }
}
