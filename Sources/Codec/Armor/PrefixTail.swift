/// The last characters before the first words, ignoring digits and white space.
struct PrefixTail {
  /// Shorter ones without a mark occur among base-32 letters by chance.
  private static let leastWithoutMark = 6

  private let text: [UInt8]
  private let range: Range<Int>
  /// The positions of the characters in the text, the last one first.
  private var places: [Int] = []

  /// - Parameter range: the text between the previous words and these.
  init(_ text: [UInt8], _ range: Range<Int>) {
    self.text = text
    self.range = range
    for position in range.reversed() where !ChatPrefix.isSkipped(text[position]) {
      if places.count == ChatPrefix.most { break }
      places.append(position)
    }
  }

  /// The longest ending that occurs again in `inside`. It is cut to begin at the start of a word,
  /// since the letters before that may match by chance.
  func prefix(standingIn inside: [UInt8], _ gap: Range<Int>) -> ChatPrefix? {
    guard !places.isEmpty else { return nil }
    var length = longestMatch(inside, gap)
    while length > 0, !startsWord(places[length - 1]) { length -= 1 }
    let characters = places.prefix(length).reversed().map { text[$0] }
    guard length >= PrefixTail.leastWithoutMark || characters.contains(where: ChatPrefix.isMark)
    else { return nil }
    let before = text[range.lowerBound..<places[length - 1]]
    let lead = ChatPrefix.lead(before, white: 2, digits: 4)
    return ChatPrefix(
      characters: characters, leadingDigits: lead.digits, leadingWhite: lead.white,
      trailingDigits: trailingDigits)
  }

  /// Matches backwards, so that every length ends where the first words begin.
  private func longestMatch(_ inside: [UInt8], _ gap: Range<Int>) -> Int {
    let backwards = places.map { text[$0] }
    let borders = ChatPrefix.borders(backwards)
    var matched = 0
    var longest = 0
    for position in gap.reversed() where !ChatPrefix.isSkipped(inside[position]) {
      matched = ChatPrefix.advance(matched, inside[position], backwards, borders)
      longest = max(longest, matched)
    }
    return longest
  }

  private func startsWord(_ place: Int) -> Bool {
    guard place > range.lowerBound else { return true }
    let before = text[place - 1]
    return ChatPrefix.isSkipped(before) || ChatPrefix.isMark(before)
      || ChatPrefix.isMark(text[place])
  }

  private var trailingDigits: Int {
    text[(places[0] + 1)..<range.upperBound].prefix(while: ArmorWords.isDigit).count
  }
}
