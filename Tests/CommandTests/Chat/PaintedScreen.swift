import Pad
import System
import Testing

@testable import vernam

/// What a terminal of that size shows for the picture of a conversation.
struct PaintedScreen {
  let columns: Int
  private(set) var rows: [String]
  var cursor: [Int] { [row, column] }
  private var (row, column) = (0, 0)
  /// Rows in which something went beyond the last column.
  private(set) var overfull: Set<Int> = []
  /// Whether the terminal wraps.
  private(set) var wraps = true
  private(set) var isWhole = false

  init(_ model: inout ChatModel, columns: Int, rows count: Int) throws {
    self.columns = columns
    rows = Array(repeating: "", count: count)
    let bytes = model.picture(columns: columns, rows: count).withBytes { $0.publicCopy }
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1B}" else {
        put(scalar)
        continue
      }
      let second = rest.popFirst()
      try #require(second == "[")
      var parameters = ""
      while let next = rest.popFirst() {
        if next.value >= 0x40 {
          try obey(parameters, next)
          break
        }
        parameters.unicodeScalars.append(next)
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    #expect(scalar.value >= 0x20 && scalar.value != 0x7F, "the terminal would obey \(scalar)")
    #expect(!wraps)
    rows[row].unicodeScalars.append(scalar)
    column += ColumnWidth.of(scalar.value)
    if column > columns { overfull.insert(row) }
  }

  private mutating func obey(_ parameters: String, _ order: Unicode.Scalar) throws {
    switch (order, parameters) {
    case ("H", _):
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      (row, column) = (numbers[0] - 1, numbers[1] - 1)
    case ("K", "2"): rows[row] = ""
    case ("h", "?7"), ("l", "?7"): wraps = order == "h"
    case ("h", "?25"), ("l", "?25"): break
    case ("h", "?2026"): break
    case ("l", "?2026"): isWhole = wraps
    case ("m", "0"), ("m", "1"), ("m", "7"): break
    default: Issue.record("no picture needs \(parameters)\(order)")
    }
  }
}
