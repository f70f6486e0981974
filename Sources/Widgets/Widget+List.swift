internal import CGTK

extension Widget {
  package func append(_ row: Widget) { unsafe cgtk_append_to_list(object, row.object) }

  package func remove(_ row: Widget) { unsafe cgtk_remove_from_list(object, row.object) }

  package func removeRows() { unsafe cgtk_clear_list(object) }
}
