/// A chat prefix such as `[12:01] Alice:`, without its digits and white space, which change from
/// line to line.
struct ChatPrefix {
  /// How many characters of a prefix are considered.
  static let most = 48

  /// At least one, none of them white or a digit.
  let characters: [UInt8]
  /// Digits right before the first character, and white space between the two.
  var leadingDigits = 0
  var leadingWhite = 0
  /// Digits right after the last character.
  var trailingDigits = 0

  static func isSkipped(_ byte: UInt8) -> Bool {
    ArmorWords.isDigit(byte) || ArmorWords.isWhite(byte)
  }

  static func isMark(_ byte: UInt8) -> Bool {
    !ArmorWords.isLetterOrDigit(byte) && !ArmorWords.isWhite(byte)
  }

  /// Turns every occurrence within `range` of `text` into spaces (Knuth, Morris and Pratt, 1977).
  func drop(from text: inout [UInt8], in range: Range<Int>) {
    let borders = ChatPrefix.borders(characters)
    var places = [Int](repeating: 0, count: characters.count)
    var seen = 0
    var matched = 0
    var free = range.lowerBound
    for position in range where !ChatPrefix.isSkipped(text[position]) {
      places[seen % places.count] = position
      seen += 1
      matched = ChatPrefix.advance(matched, text[position], characters, borders)
      guard matched == characters.count else { continue }
      let found = places[seen % places.count]..<position + 1
      free = blank(found, in: &text, within: free..<range.upperBound)
      matched = 0
    }
  }

  /// Blanks an occurrence and the digits that touch it; returns its end.
  private func blank(_ found: Range<Int>, in text: inout [UInt8], within: Range<Int>) -> Int {
    let before = ChatPrefix.lead(
      text[within.lowerBound..<found.lowerBound], white: leadingWhite, digits: leadingDigits)
    var end = found.upperBound
    while end < within.upperBound, end < found.upperBound + trailingDigits,
      ArmorWords.isDigit(text[end])
    { end += 1 }
    for index in before.start..<end where text[index] != UInt8(ascii: "\n") {
      text[index] = UInt8(ascii: " ")
    }
    return end
  }

  /// The lead of a prefix: digits, and white space after them, at the end of `text`, no more of
  /// either than given. A few line ends, which channels add, do not count.
  static func lead(
    _ text: ArraySlice<UInt8>, white: Int, digits: Int
  ) -> (start: Int, white: Int, digits: Int) {
    var found = (start: text.endIndex, white: 0, digits: 0)
    for (index, byte) in zip(text.indices, text).suffix(white + digits + 2).reversed() {
      if ArmorWords.isDigit(byte), found.digits < digits {
        found = (index, found.white, found.digits + 1)
      } else if byte == UInt8(ascii: " "), found.digits == 0, found.white < white {
        found.white += 1
      } else if byte != UInt8(ascii: "\n") {
        break
      }
    }
    return found.digits == 0 ? (text.endIndex, 0, 0) : found
  }

  /// For each beginning of `pattern`, by length, the longest shorter beginning that ends it.
  static func borders(_ pattern: [UInt8]) -> [Int] {
    var borders = [0, 0]
    for index in pattern.indices.dropFirst() {
      borders.append(advance(borders[index], pattern[index], pattern, borders))
    }
    return borders
  }

  /// How many characters of `pattern` match up to and including `byte`, if `matched` did before.
  static func advance(
    _ matched: Int, _ byte: UInt8, _ pattern: [UInt8], _ borders: [Int]
  ) -> Int {
    var length = matched
    while length > 0, length == pattern.count || pattern[length] != byte {
      length = borders[length]
    }
    return pattern[length] == byte ? length + 1 : 0
  }
}
