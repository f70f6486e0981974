internal import CGTK
internal import Glibc
package import Pad

// Texts that people type are secret: they leave GTK's memory straight for ours. GTK cannot wipe its
// own.
extension Widget {
  /// What was typed into a text view.
  package func typedText() -> SecretBytes { unsafe Widget.takeSecret(cgtk_text(object)) }

  /// Copies a text that GTK handed over, and wipes and frees it.
  static func takeSecret(_ text: UnsafeMutablePointer<CChar>?) -> SecretBytes {
    guard let text = unsafe text else { return SecretBytes(count: 0) }
    let count = unsafe strlen(text)
    defer {
      unsafe explicit_bzero(text, count)
      unsafe g_free(text)
    }
    return unsafe copy(text, count)
  }

  package func clearTypedText() { unsafe cgtk_clear_text(object) }

  /// Puts back what was typed into a text view before.
  package func type(_ text: borrowing SecretBytes) {
    unsafe Widget.withCharacters(text) { unsafe cgtk_set_text(object, $0, $1) }
  }

  /// Types a text into a text view, in place of what is selected there.
  package func insert(_ text: borrowing SecretBytes) {
    unsafe Widget.withCharacters(text) { unsafe cgtk_insert_text(object, $0, $1) }
  }

  private static func withCharacters(
    _ text: borrowing SecretBytes, _ use: (UnsafePointer<CChar>, Int32) -> Void
  ) {
    text.withBytes { bytes in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) {
          guard let start = $0.baseAddress else { return }
          unsafe use(start, Int32(bytes.count))
        }
      }
    }
  }

  /// Calls `handle` when a person pastes into a text view, instead of pasting.
  package func onPaste(_ handle: @escaping @MainActor () -> Void) {
    on("paste-clipboard") { [self] in
      unsafe g_signal_stop_emission_by_name(object, "paste-clipboard")
      handle()
    }
  }

  /// Marks what a person copies from this label or text view as a secret, which nobody should keep.
  package func hintCopies() { unsafe cgtk_hint_copies(object) }

  /// What was typed into an entry.
  package func entered() -> SecretBytes {
    guard let text = unsafe cgtk_editable_text(object) else { return SecretBytes(count: 0) }
    return unsafe Widget.copy(text, strlen(text))
  }

  /// The same if it is not secret: a name, a code.
  package func enteredWords() -> String {
    guard let text = unsafe cgtk_editable_text(object) else { return "" }
    return unsafe String(cString: text)
  }

  package func enter(_ text: String) { unsafe cgtk_set_editable_text(object, text) }

  private static func copy(_ text: UnsafePointer<CChar>, _ count: Int) -> SecretBytes {
    let bytes = unsafe UnsafeBufferPointer(start: text, count: count)
    return unsafe bytes.withMemoryRebound(to: UInt8.self) {
      unsafe SecretBytes(copying: Span(_unsafeElements: $0))
    }
  }
}
