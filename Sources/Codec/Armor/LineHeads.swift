/// The heads of lines, each up to a mark.
struct LineHeads {
  /// A head at this many lines counts as a prefix.
  private static let leastLines: UInt8 = 3
  /// How many prefixes are looked for within lines, too.
  private static let mostWithin = 8

  /// How many marks in a head are considered.
  private static let mostMarks = 16

  private let text: [UInt8]
  private let tokens: [ArmorToken]
  /// How many heads, up to three, have a hash that ends in the index. Two heads may share a
  /// counter: then one may be mistaken for a prefix, which does no harm.
  private var counters: [UInt8]

  init(text: [UInt8], tokens: [ArmorToken]) {
    self.text = text
    self.tokens = tokens
    let count = 1 << (Int.bitWidth - max(text.count, 1 << 15).leadingZeroBitCount)
    counters = [UInt8](repeating: 0, count: count)
    countHeads()
  }

  private mutating func countHeads() {
    var counters = counters
    let mask = counters.count - 1
    forEachLine { line in
      LineHeads.candidates(text, line) { hash, _ in
        let index = Int(truncatingIfNeeded: hash) & mask
        if counters[index] < LineHeads.leastLines { counters[index] += 1 }
      }
    }
    self.counters = counters
  }

  /// Blanks the longest prefix at the head of each line; returns those prefixes, eight at most.
  func drop(from view: inout [UInt8]) -> [ChatPrefix] {
    var prefixes: [UInt64: ChatPrefix] = [:]
    var verdicts: [UInt64: Bool] = [:]
    forEachLine { line in
      guard let (hash, head) = longest(line, &verdicts) else { return }
      let prefix = prefix(head)
      if let known = prefixes[hash] {
        prefixes[hash]?.leadingDigits = max(known.leadingDigits, prefix.leadingDigits)
      } else if prefixes.count < LineHeads.mostWithin {
        prefixes[hash] = prefix
      }
      for index in head { view[index] = UInt8(ascii: " ") }
    }
    return prefixes.values.sorted { $0.characters.count > $1.characters.count }
  }

  private func longest(
    _ line: Range<Int>, _ verdicts: inout [UInt64: Bool]
  ) -> (hash: UInt64, head: Range<Int>)? {
    var longest: (hash: UInt64, head: Range<Int>)?
    LineHeads.candidates(text, line) { hash, end in
      let index = Int(truncatingIfNeeded: hash) & (counters.count - 1)
      guard counters[index] == LineHeads.leastLines else { return }
      let head = line.lowerBound..<end
      let verdict = verdicts[hash] ?? isPrefix(head)
      verdicts[hash] = verdict
      if verdict { longest = (hash, head) }
    }
    return longest
  }

  /// Calls `body` with each line, cut off where words of the armor begin.
  private func forEachLine(_ body: (Range<Int>) -> Void) {
    var start = 0
    var next = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      while next < tokens.count, tokens[next].range.upperBound <= start { next += 1 }
      let words = next < tokens.count ? tokens[next].range.lowerBound : text.count
      if words > start { body(start..<min(words, end)) }
      start = end + 1
    }
  }

  /// Calls `body` with the hash (FNV-1a) and the end of each head of `line` that ends in a mark,
  /// ignoring digits and white space.
  private static func candidates(
    _ text: [UInt8], _ line: Range<Int>, _ body: (UInt64, Int) -> Void
  ) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var count = 0
    var marks = 0
    for position in line where !ChatPrefix.isSkipped(text[position]) {
      hash = (hash ^ UInt64(text[position])) &* 0x100_0000_01B3
      count += 1
      if ChatPrefix.isMark(text[position]) {
        // The high bits are mixed into the low ones, which index the counters.
        body(hash ^ hash >> 32, position + 1)
        marks += 1
      }
      if count == ChatPrefix.most || marks == mostMarks { return }
    }
  }

  /// Whether a repeated head is a prefix, not a shorter one followed by words of the armor.
  private func isPrefix(_ head: Range<Int>) -> Bool {
    let characters = text[head].filter { !ChatPrefix.isSkipped($0) }
    let parts = characters.split { ChatPrefix.isMark($0) }
    guard parts.count > 1, let last = parts.last else { return true }
    return !ArmorWords.contain(last)
  }

  private func prefix(_ range: Range<Int>) -> ChatPrefix {
    let first = range.first { !ChatPrefix.isSkipped(text[$0]) } ?? range.lowerBound
    let lead = ChatPrefix.lead(text[range.lowerBound..<first], white: 2, digits: 4)
    return ChatPrefix(
      characters: text[range].filter { !ChatPrefix.isSkipped($0) },
      leadingDigits: lead.digits, leadingWhite: lead.white)
  }
}
