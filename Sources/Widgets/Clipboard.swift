internal import CGTK
package import Pad

/// The desktop's clipboard. By itself, the program puts only encrypted messages there: other programs
/// read it, and some keep it.
@MainActor package enum Clipboard {
  package static func copy(_ text: [UInt8]) {
    unsafe gdk_clipboard_set_text(cgtk_clipboard(), String(decoding: text, as: UTF8.self))
  }

  /// What is there was not read or passed over yet.
  private static var isNews = true

  /// Takes note of what is put there from now on, without reading it.
  package static func watch() {
    unsafe Widget(UnsafeMutableRawPointer(cgtk_clipboard())).on("changed") { isNews = true }
  }

  /// Whether another program has put a text there that was not read or passed over. The text itself
  /// stays unread.
  package static var hasForeignNews: Bool { isNews && cgtk_has_foreign_text() != 0 }

  package static func passOver() { isNews = false }

  private final class Reader {
    let then: @MainActor (borrowing SecretBytes) -> Void
    init(_ then: @escaping @MainActor (borrowing SecretBytes) -> Void) { self.then = then }
  }

  /// Reads the text on the clipboard; empty if there is no text. It may be a text to be encrypted.
  package static func read(_ then: @escaping @MainActor (borrowing SecretBytes) -> Void) {
    isNews = false
    let reader = unsafe Unmanaged.passRetained(Reader(then)).toOpaque()
    unsafe gdk_clipboard_read_text_async(
      cgtk_clipboard(), nil,
      { clipboard, result, context in
        let text = unsafe gdk_clipboard_read_text_finish(
          OpaquePointer(clipboard), result, nil)
        let reader = unsafe Unmanaged<Reader>.fromOpaque(context!).takeRetainedValue()
        nonisolated(unsafe) let call = unsafe (reader, text)
        MainActor.assumeIsolated {
          let text = unsafe Widget.takeSecret(call.1)
          unsafe call.0.then(text)
        }
      }, reader)
  }
}
