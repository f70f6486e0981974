internal import Program
internal import Widgets

/// Says on the desktop that a message has come, or that somebody is here, while the window is not in
/// front: no word of it, and not who.
@MainActor final class WindowNotice {
  private let window: Widget
  private let application: Application

  init(of window: MainWindow, _ application: Application) {
    self.window = window.window
    self.application = application
  }

  func follow(_ model: WindowModel) {
    model.notice = { [self] words in
      if !window.isTrue("is-active") { application.notify(words) }
    }
    window.on("notify::is-active") { [self] in
      if window.isTrue("is-active") { application.withdrawNotice() }
    }
  }
}
