internal import CGTK

extension Widget {
  /// Horizontal alignment.
  package enum Place: Sendable { case start, center, end }

  package func stand(at place: Place) {
    let align =
      switch place {
      case .start: GTK_ALIGN_START
      case .center: GTK_ALIGN_CENTER
      case .end: GTK_ALIGN_END
      }
    unsafe cgtk_set_align(object, align)
  }

  package func isTrue(_ property: String) -> Bool { unsafe cgtk_get_boolean(object, property) != 0 }

  package func set(_ property: String, _ value: Widget) {
    unsafe cgtk_set_object(object, property, value.object)
  }

  /// Adds a page to a leaflet.
  package func append(leaf page: Widget) { unsafe cgtk_append_leaf(object, page.object) }

  /// Adds a page to a stack.
  package func add(_ page: Widget, named name: String) {
    unsafe cgtk_add_named(object, page.object, name)
  }

  /// Once the end of what is scrolled is shown, it stays in sight whatever the height becomes.
  package func stayAtEnd() { unsafe cgtk_stay_at_end(object) }

  /// Calls `handle` whenever less than a page is left below what is on the screen, so that more can
  /// be added once the main loop has nothing else to do.
  package func onNearEnd(_ handle: @escaping @MainActor @Sendable () -> Void) {
    let position = unsafe Widget(cgtk_position(object))
    for signal in ["changed", "value-changed"] {
      position.on(signal) { [self] in
        if unsafe cgtk_is_near_end(object) != 0 { Idle.postLast(handle) }
      }
    }
  }

  /// Shows the start of what is scrolled.
  package func scrollToStart() { unsafe cgtk_scroll_to_start(object) }

  /// Lets a label become no narrower. To find out how narrow it could be takes GTK ten times as long
  /// as anything else about a long text.
  package func leastColumns(_ count: Int) { unsafe cgtk_set_least_columns(object, Int32(count)) }

  /// Centers the lines of a label.
  package func centerLines() { unsafe cgtk_center_lines(object) }

  /// Shows the end of what is scrolled.
  package func scrollToEnd() { unsafe cgtk_scroll_to_end(object) }
}
