/// A chat prefix such as `[12:01] Alice:`, without its digits and white space, which change from
/// line to line.
struct ChatPrefix {
  /// Characters of a prefix that are looked at.
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

  /// Turns every occurrence within `range` of `text` to spaces (Knuth, Morris and Pratt, 1977).
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

  /// Blanks an occurrence and the digits that hang on to it; returns its end.
  private func blank(_ found: Range<Int>, in text: inout [UInt8], within: Range<Int>) -> Int {
    let lead = ChatPrefix.lead(
      text, found.lowerBound, within, white: leadingWhite, digits: leadingDigits)
    var end = found.upperBound
    while end < within.upperBound, end < found.upperBound + trailingDigits,
      ArmorWords.isDigit(text[end])
    { end += 1 }
    let start = max(within.lowerBound, found.lowerBound - lead.white - lead.digits)
    for index in start..<end where text[index] != UInt8(ascii: "\n") {
      text[index] = UInt8(ascii: " ")
    }
    return end
  }

  /// How much white space, and before it how many digits, stand before `position`.
  static func lead(
    _ text: [UInt8], _ position: Int, _ within: Range<Int>, white: Int, digits: Int
  ) -> (white: Int, digits: Int) {
    func count(_ end: Int, _ most: Int, _ belongs: (UInt8) -> Bool) -> Int {
      var count = 0
      while count < most, end - count > within.lowerBound, belongs(text[end - count - 1]) {
        count += 1
      }
      return count
    }
    let spaces = count(position, white) { $0 == UInt8(ascii: " ") }
    let digits = count(position - spaces, digits, ArmorWords.isDigit)
    return digits == 0 ? (0, 0) : (spaces, digits)
  }

  /// For each length of a beginning of `pattern`, the longest shorter beginning that ends it.
  static func borders(_ pattern: [UInt8]) -> [Int] {
    var borders = [0, 0]
    for index in pattern.indices.dropFirst() {
      borders.append(advance(borders[index], pattern[index], pattern, borders))
    }
    return borders
  }

  /// How much of the beginning of `pattern` stands before and with `byte`, if `matched` did before.
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
