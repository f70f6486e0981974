internal import CGTK

/// The widgets that a description of GtkBuilder's makes, by their ids.
@safe @MainActor package struct Layout {
  private let builder: Widget

  /// - Parameter description: the text of a `.ui` file, which is part of this program.
  package init(_ description: [UInt8]) {
    let text = String(decoding: description, as: UTF8.self)
    builder = unsafe Widget(
      adopting: UnsafeMutableRawPointer(
        gtk_builder_new_from_string(text, Int(description.count))))
    unsafe cgtk_wrap_buttons(builder.object)
    unsafe cgtk_name_row_buttons(builder.object)
  }

  package subscript(_ id: String) -> Widget {
    guard let found = unsafe cgtk_build(builder.object, id) else {
      preconditionFailure("the layout has no \(id)")
    }
    return unsafe Widget(found)
  }
}
