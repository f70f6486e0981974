internal import Pad
internal import System
internal import Wording

/// Visible text cut into the rows of a screen, between words where possible.
struct TextRows {
  /// By row, the bytes of the text; line feeds and the blanks at a break belong to none.
  private(set) var ranges: [Range<Int>] = []

  /// `text` is visible text without tabs (`VisibleText`). There is at least one row.
  init(_ text: Span<UInt8>, columns: Int) {
    var (start, column, index) = (0, 0, 0)
    var lastBlank: Int?
    while index < text.count {
      let length = VisibleText.scalarLength(text, at: index)
      let scalar = VisibleText.value(of: text.extracting(index..<index + length))
      let width = ColumnWidth.of(scalar)
      if scalar == TextRows.lineFeed {
        ranges.append(start..<index)
        (start, column, lastBlank) = (index + 1, 0, nil)
      } else if column + width > columns, column > 0 {
        // A blank at the break is not shown.
        if scalar == TextRows.blank {
          ranges.append(start..<index)
          (start, column) = (index + 1, 0)
        } else {
          if let lastBlank {
            ranges.append(start..<lastBlank)
            start = lastBlank + 1
            column = TextRows.columns(text.extracting(start..<index))
          }
          // Without a blank, or if the word is too wide for a row, too.
          if column > 0, column + width > columns {
            ranges.append(start..<index)
            (start, column) = (index, 0)
          }
          column += width
        }
        lastBlank = nil
      } else {
        if scalar == TextRows.blank { lastBlank = index }
        column += width
      }
      index += length
    }
    ranges.append(min(start, text.count)..<text.count)
  }

  private static let (blank, lineFeed): (UInt32, UInt32) = (0x20, 0x0A)

  /// How many bytes of a row fit before a column.
  static func bytes(of row: Span<UInt8>, before column: Int) -> Int {
    var (index, columns) = (0, 0)
    while index < row.count {
      let length = VisibleText.scalarLength(row, at: index)
      columns += ColumnWidth.of(VisibleText.value(of: row.extracting(index..<index + length)))
      if columns > column { break }
      index += length
    }
    return index
  }

  /// Columns of visible text without line feeds.
  static func columns(_ text: Span<UInt8>) -> Int {
    var (index, columns) = (0, 0)
    while index < text.count {
      let length = VisibleText.scalarLength(text, at: index)
      columns += ColumnWidth.of(VisibleText.value(of: text.extracting(index..<index + length)))
      index += length
    }
    return columns
  }

  /// The row that holds the byte at `offset`, or before which it would be.
  func row(of offset: Int) -> Int {
    ranges.lastIndex { $0.lowerBound <= offset } ?? 0
  }
}
