/// Words of the armor found in normalized text.
struct ArmorToken {
  enum Kind: Equatable {
    /// `This is a vernam message. Use vernam to open it.`
    case wholeStart
    /// `vernam message, part N of`; `range` ends before the number of parts, which may run into
    /// letters that look like digits.
    case partStart(Int)
    case wholeEnd
    case partEnd(Int, of: Int)
    /// A message that was read already.
    case barrier
  }

  let kind: Kind
  let range: Range<Int>

  var isStart: Bool {
    switch kind {
    case .wholeStart, .partStart: true
    case .wholeEnd, .partEnd, .barrier: false
    }
  }

  func moved(by count: Int) -> ArmorToken {
    ArmorToken(kind: kind, range: range.lowerBound + count..<range.upperBound + count)
  }

  /// Whether `end` are the last words that go with these first words.
  func matches(_ end: ArmorToken) -> Bool {
    switch (kind, end.kind) {
    case (.wholeStart, .wholeEnd): true
    case (.partStart(let first), .partEnd(let last, _)): first == last
    default: false
    }
  }
}
