internal import CGTK

/// The desktop's clipboard, for messages that are encrypted: others read it, and some keep it.
@MainActor package enum Clipboard {
  package static func copy(_ text: [UInt8]) {
    unsafe gdk_clipboard_set_text(cgtk_clipboard(), String(decoding: text, as: UTF8.self))
  }

  private final class Reader {
    let then: @MainActor ([UInt8]) -> Void
    init(_ then: @escaping @MainActor ([UInt8]) -> Void) { self.then = then }
  }

  /// Reads the text on the clipboard; empty if there is no text.
  package static func read(_ then: @escaping @MainActor ([UInt8]) -> Void) {
    let reader = unsafe Unmanaged.passRetained(Reader(then)).toOpaque()
    unsafe gdk_clipboard_read_text_async(
      cgtk_clipboard(), nil,
      { clipboard, result, context in
        let text = unsafe gdk_clipboard_read_text_finish(
          OpaquePointer(clipboard), result, nil)
        let bytes = unsafe text.map { unsafe Array(String(cString: $0).utf8) } ?? []
        unsafe g_free(text)
        let reader = unsafe Unmanaged<Reader>.fromOpaque(context!).takeRetainedValue()
        nonisolated(unsafe) let call = reader
        MainActor.assumeIsolated { unsafe call.then(bytes) }
      }, reader)
  }
}
