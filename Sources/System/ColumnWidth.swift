internal import CLinux

/// Columns that a terminal uses for a character, as wcwidth(3) has them.
package enum ColumnWidth {
  /// 0 for combining marks, 2 for wide characters.
  package static func of(_ scalar: UInt32) -> Int {
    if scalar < 0x80 { return 1 }
    return Int(linux_column_width(scalar))
  }
}
