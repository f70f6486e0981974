internal import CGTK

/// The program as GTK and the desktop see it.
@MainActor package final class Application {
  private let application: Widget

  /// - Parameter id: a name like `org.example.Program`, the same for all windows.
  package init(id: String) {
    let made = unsafe adw_application_new(id, G_APPLICATION_NON_UNIQUE)
    application = unsafe Widget(adopting: UnsafeMutableRawPointer(made!))
  }

  /// Runs the loop until `quit`; returns the exit code. `begin` makes a window.
  package func run(_ begin: @escaping @MainActor (Application) -> Void) -> Int32 {
    application.on("activate") { [self] in
      cgtk_set_up()
      begin(self)
    }
    return unsafe cgtk_run(application.object)
  }

  package func quit() { unsafe cgtk_quit(application.object) }

  package func show(_ window: Widget) {
    unsafe cgtk_attach(application.object, window.object)
    unsafe cgtk_present(window.object)
  }

  /// Says a few words on the desktop, in place of those before. They may be kept there.
  package func notify(_ words: String) { unsafe cgtk_notify(application.object, words) }

  /// Removes what was said on the desktop.
  package func withdrawNotice() { unsafe cgtk_withdraw_notice(application.object) }

  /// Styles all windows by a text in CSS.
  package func style(_ css: [UInt8]) {
    let text = String(decoding: css, as: UTF8.self)
    unsafe cgtk_style(text, css.count)
  }
}
