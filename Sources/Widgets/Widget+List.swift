internal import CGTK

extension Widget {
  package func append(_ row: Widget) { unsafe cgtk_insert_into_list(object, row.object, -1) }

  package func insert(_ row: Widget, at index: Int) {
    unsafe cgtk_insert_into_list(object, row.object, Int32(index))
  }

  package func remove(_ row: Widget) { unsafe cgtk_remove_from_list(object, row.object) }

  /// Selects the row at an index; with nil, none.
  package func select(_ index: Int?) { unsafe cgtk_select_row(object, Int32(index ?? -1)) }

  package func removeRows() { unsafe cgtk_clear_list(object) }
}
