internal import Pad
internal import Wording

/// The message that is being typed, in locked memory.
struct TypedMessage: ~Copyable {
  private var bytes = SecretBytes(count: 4096)
  /// Bytes of the message.
  private(set) var count = 0
  /// The byte before which the next one goes.
  private(set) var cursor = 0

  /// Lends the text.
  func withText<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
    bytes.withBytes { body($0.extracting(first: count)) }
  }

  /// Takes the text, and begins anew.
  mutating func take() -> SecretBytes {
    let text = withText { SecretBytes(copying: $0) }
    self = TypedMessage()
    return text
  }

  /// Returns false if there is no more room.
  mutating func insert(_ byte: UInt8) -> Bool {
    if count == ChatActions.mostTextBytes { return false }
    if count == bytes.count { bytes = bytes.resized(2 * count, keeping: count) }
    move(cursor..<count, to: cursor + 1)
    let place = cursor
    bytes.withMutableBytes { $0[place] = byte }
    count += 1
    cursor += 1
    return true
  }

  /// Inserts as much of a text as there is room for.
  mutating func insert(_ text: Span<UInt8>) {
    for index in text.indices { _ = insert(text[index]) }
  }

  mutating func moveLeft() { cursor = start(before: cursor) }
  mutating func moveRight() { cursor = end(after: cursor) }
  mutating func moveWordLeft() { cursor = wordStart }
  mutating func moveWordRight() {
    while cursor < count, isBlank(cursor) { cursor += 1 }
    while cursor < count, !isBlank(cursor) { cursor += 1 }
  }
  mutating func moveHome() { while cursor > 0, !isLineEnd(cursor - 1) { cursor -= 1 } }
  mutating func moveToEnd() { while cursor < count, !isLineEnd(cursor) { cursor += 1 } }

  mutating func backspace() { remove(start(before: cursor)..<cursor) }
  mutating func delete() { remove(cursor..<end(after: cursor)) }
  mutating func deleteLine() { remove(0..<cursor) }
  mutating func deleteToEnd() { remove(cursor..<count) }

  /// Removes the blanks before the cursor, and the word before them.
  mutating func deleteWord() { remove(wordStart..<cursor) }

  private var wordStart: Int {
    var start = cursor
    while start > 0, isBlank(start - 1) { start -= 1 }
    while start > 0, !isBlank(start - 1) { start -= 1 }
    return start
  }

  private func isBlank(_ index: Int) -> Bool { isLineEnd(index) || withText { $0[index] == 0x20 } }
  private func isLineEnd(_ index: Int) -> Bool { withText { $0[index] == 0x0A } }

  private func start(before index: Int) -> Int { borders(around: index).before }
  private func end(after index: Int) -> Int { borders(around: index).after }

  /// The nearest borders of what a person calls a character (UAX #29, extended grapheme clusters)
  /// before and after a place, not at it.
  private func borders(around index: Int) -> (before: Int, after: Int) {
    withText { text in
      // A `Character` would be a copy outside locked memory. The underscore says that this may change
      // with Swift, whose version is fixed here.
      var recognizer = Unicode._CharacterRecognizer()
      var (before, place) = (0, 0)
      while place < text.count {
        let length = VisibleText.scalarLength(text, at: place)
        let value = VisibleText.value(of: text.extracting(place..<place + length))
        if recognizer.hasBreak(before: Unicode.Scalar(value) ?? "\u{FFFD}") {
          if place > index { break }
          if place < index { before = place }
        }
        place += length
      }
      return (before, place)
    }
  }

  private mutating func remove(_ range: Range<Int>) {
    move(range.upperBound..<count, to: range.lowerBound)
    count -= range.count
    cursor = range.lowerBound
  }

  private mutating func move(_ range: Range<Int>, to place: Int) {
    if range.isEmpty { return }
    let moved = bytes.withBytes { SecretBytes(copying: $0.extracting(range)) }
    moved.withBytes { moved in bytes.withMutableBytes { $0.copy(moved, at: place) } }
  }
}
