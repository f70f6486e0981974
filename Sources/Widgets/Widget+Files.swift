internal import CGTK
package import Pad

/// Lets a person choose a file or a folder.
@MainActor package enum FileChooser {
  /// The one that is open.
  private static var current: Widget?
  /// Where the last file was.
  private static var folder = unsafe String(cString: g_get_home_dir())
  /// GTK_RESPONSE_ACCEPT, which is negative.
  private static let accept = UInt32(bitPattern: -3)

  /// - Parameter then: gets the path; not called if the person chose none.
  package static func open(
    _ title: String, over window: Widget, then: @escaping @MainActor (String) -> Void
  ) {
    choose(title, over: window, aFolder: false, then: then)
  }

  /// The same for a folder.
  package static func openFolder(
    _ title: String, over window: Widget, then: @escaping @MainActor (String) -> Void
  ) {
    choose(title, over: window, aFolder: true, then: then)
  }

  /// Closes the one that is open: nothing is chosen.
  package static func dismiss() {
    if let chooser = current { unsafe cgtk_end_chooser(chooser.object) }
    current = nil
  }

  private static func choose(
    _ title: String, over window: Widget, aFolder: Bool,
    then: @escaping @MainActor (String) -> Void
  ) {
    let chooser = unsafe Widget(
      adopting: cgtk_file_chooser(title, window.object, aFolder ? 1 : 0))
    chooser.on("response") { parameters in
      let path = unsafe cgtk_chosen_path(chooser.object)
      current = nil
      unsafe cgtk_end_chooser(chooser.object)
      if let path = unsafe path {
        let text = unsafe String(cString: path)
        unsafe g_free(path)
        if parameters.number(1) == accept {
          folder = text.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
          then(text)
        }
      }
      return false
    }
    current = chooser
    unsafe cgtk_choose_in(chooser.object, folder)
    unsafe cgtk_show_chooser(chooser.object)
  }
}

/// Folders that the desktop knows.
package enum Folders {
  /// The same as people see it, without what is above it.
  package static var downloadsName: String {
    downloads?.split(separator: "/").last.map(String.init) ?? "your folder"
  }

  /// Where files from elsewhere are saved: Downloads, or else the home directory.
  package static var downloads: String? {
    let folder = unsafe g_get_user_special_dir(G_USER_DIRECTORY_DOWNLOAD)
    if let folder = unsafe folder, unsafe g_file_test(folder, G_FILE_TEST_IS_DIR) != 0 {
      return unsafe String(cString: folder)
    }
    return unsafe g_get_home_dir().map { unsafe String(cString: $0) }
  }

  private final class Failure {
    let report: @MainActor () -> Void
    init(_ report: @escaping @MainActor () -> Void) { self.report = report }
  }

  /// Opens `downloads` in the desktop's file manager.
  /// - Parameter failed: called if there is none.
  @MainActor package static func showDownloads(
    over window: Widget, failed: @escaping @MainActor () -> Void
  ) {
    guard let downloads else { return failed() }
    let failure = unsafe Unmanaged.passRetained(Failure(failed)).toOpaque()
    unsafe cgtk_show_folder(
      window.object, downloads,
      { window, result, context in
        let failure = unsafe Unmanaged<Failure>.fromOpaque(context!).takeRetainedValue()
        if unsafe cgtk_folder_is_shown(window, result) != 0 { return }
        nonisolated(unsafe) let call = failure
        MainActor.assumeIsolated { unsafe call.report() }
      }, failure)
  }
}

extension Widget {
  /// Calls `handle` with the paths of files that are dropped on a widget, or on anything in it.
  package func onDropFiles(_ handle: @escaping @MainActor ([String]) -> Void) {
    let target = unsafe Widget(cgtk_drop_target(object, 1))
    target.on("drop") { parameters in
      let paths = parameters.droppedPaths(1)
      if paths.isEmpty { return false }
      handle(paths)
      return true
    }
  }

  /// Calls `handle` with a text that is dropped on a widget.
  package func onDropText(_ handle: @escaping @MainActor (borrowing SecretBytes) -> Void) {
    let target = unsafe Widget(cgtk_drop_target(object, 0))
    target.on("drop") { parameters in
      guard let text = parameters.droppedText(1) else { return false }
      handle(text)
      return true
    }
  }

  /// Shows a picture, three bytes for each pixel; without pixels, none.
  package func show(pixels: [UInt8], width: Int) {
    if pixels.isEmpty { return unsafe cgtk_show_nothing(object) }
    unsafe pixels.withUnsafeBufferPointer {
      guard let start = $0.baseAddress else { return }
      unsafe cgtk_show_pixels(object, start, Int32(width), Int32($0.count / 3 / width))
    }
  }
}
