internal import Pad
internal import Wording

/// Text on a terminal without styles: each line begins with a margin, also where the terminal would
/// break it, so that none passes for a line of this program.
struct IndentedText {
  private static let margin = Array("  ".utf8)
  /// Output bytes per input byte, at most: a line feed and the margin before one character.
  private static let longestGrowth = 1 + margin.count + 1
  private static let tabColumns = 8

  private let columns: Int
  /// Where the next character goes.
  private var column: Int

  /// `column`: what the first line of the text follows.
  init(columns: Int, startingAt column: Int = 0) {
    self.columns = columns
    self.column = column
  }

  /// Indents visible text, which ends with a whole character.
  mutating func indent(_ text: Span<UInt8>) -> SecretBytes {
    var indented = SecretBytes(count: text.count * IndentedText.longestGrowth)
    var used = 0
    indented.withMutableBytes { indented in
      var start = 0
      while start < text.count {
        let length = VisibleText.scalarLength(text, at: start)
        place(text.extracting(start..<start + length), in: &indented, at: &used)
        start += length
      }
    }
    return indented.resized(used, keeping: used)
  }

  private mutating func place(
    _ scalar: Span<UInt8>, in indented: inout MutableSpan<UInt8>, at used: inout Int
  ) {
    let lineFeed = UInt8(ascii: "\n")
    if scalar[0] == lineFeed {
      indented.store(lineFeed, at: &used)
      column = 0
      return
    }
    if column > IndentedText.margin.count, column + width(scalar) > columns {
      indented.store(lineFeed, at: &used)
      column = 0
    }
    if column == 0 {
      indented.store(IndentedText.margin.span, at: &used)
      column = IndentedText.margin.count
    }
    indented.store(scalar, at: &used)
    column += width(scalar)
  }

  /// An upper bound in columns: a character that is not ASCII counts as two.
  private func width(_ scalar: Span<UInt8>) -> Int {
    if scalar[0] == UInt8(ascii: "\t") {
      return IndentedText.tabColumns - column % IndentedText.tabColumns
    }
    return scalar.count == 1 ? 1 : 2
  }
}
