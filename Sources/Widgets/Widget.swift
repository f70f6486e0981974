internal import CGTK
internal import Glibc
package import Pad

/// An object of GTK's: a widget, a row, an entry. Nothing above this target sees its pointer.
@safe @MainActor package final class Widget {
  let object: UnsafeMutableRawPointer

  /// Keeps the object as long as this lives.
  init(_ object: UnsafeMutableRawPointer) {
    unsafe self.object = object
    unsafe g_object_ref_sink(object)
  }

  /// Takes over the reference of the one who made the object, which nobody else has.
  init(adopting object: UnsafeMutableRawPointer) { unsafe self.object = object }

  isolated deinit { unsafe g_object_unref(object) }

  // MARK: Properties

  package func set(_ property: String, _ value: String) {
    unsafe cgtk_set_string(object, property, value)
  }

  package func set(_ property: String, _ value: Bool) {
    unsafe cgtk_set_boolean(object, property, value ? 1 : 0)
  }

  package func set(_ property: String, _ value: Double) {
    unsafe cgtk_set_double(object, property, value)
  }

  /// Hands over a text that is secret, which is valid UTF-8 without zeros. GTK keeps a copy, out of
  /// reach of this program.
  package func set(_ property: String, secret text: borrowing SecretBytes) {
    // Ended by a zero.
    let ended = text.resized(text.count + 1, keeping: text.count)
    ended.withBytes { bytes in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) {
          unsafe cgtk_set_string(object, property, $0.baseAddress!)
        }
      }
    }
  }

  /// The name that a screen reader says.
  package func name(_ name: String) { unsafe cgtk_set_label(object, name) }

  package func style(_ name: String, _ isOn: Bool = true) {
    unsafe isOn ? cgtk_add_class(object, name) : cgtk_remove_class(object, name)
  }

  /// Asks a window to close, as its button does.
  package func close() { unsafe cgtk_close(object) }

  package func focus() { unsafe cgtk_focus(object) }

  // MARK: Signals

  /// The parameters of a signal.
  @safe package struct Parameters {
    fileprivate let values: UnsafePointer<GValue>?
    fileprivate let count: Int

    /// The number or the flags at an index; 0 if there are none.
    @MainActor package func number(_ index: Int) -> UInt32 {
      guard let values = unsafe values, index < count else { return 0 }
      return unsafe cgtk_number(values + index)
    }

    /// Whether the event at an index comes from a person.
    @MainActor func isTouch(_ index: Int) -> Bool {
      guard let values = unsafe values, index < count else { return false }
      return unsafe cgtk_is_touch(values + index) != 0
    }

    /// The paths of the files that were dropped, at an index.
    @MainActor func droppedPaths(_ index: Int) -> [String] {
      guard let values = unsafe values, index < count else { return [] }
      var paths: [String] = []
      while let path = unsafe cgtk_dropped_path(values + index, UInt32(paths.count)) {
        unsafe paths.append(String(cString: path))
        unsafe g_free(path)
      }
      return paths
    }

    /// The text that was dropped, at an index; nil if there is none.
    @MainActor func droppedText(_ index: Int) -> SecretBytes? {
      guard let values = unsafe values, index < count,
        let text = unsafe cgtk_dropped_text(values + index)
      else { return nil }
      return unsafe Widget.takeSecret(text)
    }

    /// The index of the row at an index; nil if there is none.
    @MainActor package func row(_ index: Int) -> Int? {
      guard let values = unsafe values, index < count, let row = unsafe cgtk_object(values + index)
      else { return nil }
      let found = unsafe cgtk_row_index(row)
      return found < 0 ? nil : Int(found)
    }
  }

  private final class Handler {
    let handle: @MainActor (Parameters) -> Bool
    init(_ handle: @escaping @MainActor (Parameters) -> Bool) { self.handle = handle }
  }

  /// Calls `handle` for each signal of that name; it returns whether nobody else should get it.
  package func on(
    _ signal: String, deciding handle: @escaping @MainActor (Parameters) -> Bool
  ) {
    let handler = unsafe Unmanaged.passRetained(Handler(handle)).toOpaque()
    unsafe cgtk_connect(
      object, signal,
      { context, values, count in
        let parameters = unsafe Parameters(values: values, count: Int(count))
        let handler = unsafe Unmanaged<Handler>.fromOpaque(context!).takeUnretainedValue()
        nonisolated(unsafe) let call = (handler, parameters)
        return MainActor.assumeIsolated { unsafe call.0.handle(call.1) } ? 1 : 0
      }, handler,
      { context, _ in unsafe Unmanaged<Handler>.fromOpaque(context!).release() })
  }

  package func on(_ signal: String, _ handle: @escaping @MainActor () -> Void) {
    on(signal) { _ in
      handle()
      return false
    }
  }

  /// Calls `handle` with each key and the modifiers held, before the widget gets it.
  package func onKey(_ handle: @escaping @MainActor (_ key: UInt32, _ modifiers: UInt32) -> Bool) {
    let keys = unsafe Widget(cgtk_key_controller(object))
    keys.on("key-pressed", deciding: { handle($0.number(1), $0.number(3)) })
  }

  /// Calls `handle` whenever a person moves, clicks, scrolls, touches or types over the widget.
  package func onTouch(_ handle: @escaping @MainActor () -> Void) {
    let events = unsafe Widget(cgtk_event_controller(object))
    events.on("event") { parameters in
      if parameters.isTouch(1) { handle() }
      return false
    }
  }
}
