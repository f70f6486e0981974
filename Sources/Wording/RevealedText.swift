package import Pad

/// A text split into words, at white space of any kind.
package struct RevealedText: ~Copyable {
  /// A word, or as much of it as is shown at once.
  package struct Piece: Equatable, Sendable {
    package let range: Range<Int>
    /// Columns, at most: a character that is not ASCII counts as two.
    package let columns: Int
    /// Whether more of the word follows.
    package let goesOn: Bool
  }

  private let text: SecretBytes

  package init(_ text: consuming SecretBytes) { self.text = text }

  /// How many words there are.
  package var wordCount: Int {
    var count = 0
    var position = 0
    while let word = piece(from: position, columns: .max) {
      count += 1
      position = word.range.upperBound
    }
    return count
  }

  /// The next piece of at most `most` columns, but at least one character; nil at the end.
  package func piece(from position: Int, columns most: Int) -> Piece? {
    text.withBytes { text in
      var start = position
      while start < text.count, RevealedText.isWhite(text, at: start) {
        start += VisibleText.scalarLength(text, at: start)
      }
      if start == text.count { return nil }
      var (end, columns) = (start, 0)
      while end < text.count, !RevealedText.isWhite(text, at: end) {
        let length = VisibleText.scalarLength(text, at: end)
        let width = RevealedText.width(text.extracting(end..<end + length))
        if end > start, columns + width > most { break }
        columns += width
        end += length
      }
      let goesOn = end < text.count && !RevealedText.isWhite(text, at: end)
      return Piece(range: start..<end, columns: columns, goesOn: goesOn)
    }
  }

  /// Whether nothing but white space follows.
  package func isEnd(_ position: Int) -> Bool { piece(from: position, columns: 1) == nil }

  /// A piece between `before` and `after`, with anything a terminal would obey made visible.
  package func shown(_ piece: Piece, between before: [UInt8], and after: [UInt8]) -> SecretBytes {
    var shown = SecretBytes(
      count: before.count + VisibleText.longestReplacement * piece.range.count + after.count)
    var used = 0
    text.withBytes { text in
      shown.withMutableBytes { shown in
        shown.store(before.span, at: &used)
        _ = VisibleText.store(text, piece.range, in: &shown, at: &used)
        shown.store(after.span, at: &used)
      }
    }
    return shown.resized(used, keeping: used)
  }

  private static func width(_ scalar: Span<UInt8>) -> Int {
    VisibleText.replacement(scalar)?.utf8.count ?? (scalar.count == 1 ? 1 : 2)
  }

  private static func isWhite(_ text: Span<UInt8>, at start: Int) -> Bool {
    let length = VisibleText.scalarLength(text, at: start)
    let scalar = text.extracting(start..<start + length)
    // The value of a stray byte is that of another character.
    if length == 1, scalar[0] >= 0x80 { return false }
    return Unicode.Scalar(VisibleText.value(of: scalar))?.properties.isWhitespace ?? false
  }
}
