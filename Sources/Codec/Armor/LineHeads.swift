/// What stands at the heads of lines and ends in a mark.
struct LineHeads {
  /// At so many lines a head is taken for a prefix.
  private static let leastLines = 3
  /// Prefixes that are looked for within lines too.
  private static let mostWithin = 8

  private let text: [UInt8]
  private let tokens: [ArmorToken]
  private var heads: [UInt64: (lines: Int, end: Int, start: Int)] = [:]

  init(text: [UInt8], tokens: [ArmorToken]) {
    self.text = text
    self.tokens = tokens
    var heads = heads
    forEachLine { line in
      LineHeads.candidates(text, line) { hash, end in
        heads[hash, default: (0, end, line.lowerBound)].lines += 1
      }
    }
    self.heads = heads
  }

  /// Blanks the longest prefix at the head of each line; returns those prefixes, eight at most.
  func drop(from view: inout [UInt8]) -> [ChatPrefix] {
    var prefixes: [UInt64: ChatPrefix] = [:]
    var isPrefix: [UInt64: Bool] = [:]
    forEachLine { line in
      var longest: (hash: UInt64, end: Int)?
      LineHeads.candidates(text, line) { hash, end in
        let verdict = isPrefix[hash] ?? judge(hash)
        isPrefix[hash] = verdict
        if verdict { longest = (hash, end) }
      }
      guard let longest else { return }
      let prefix = prefix(line.lowerBound..<longest.end)
      if prefixes[longest.hash] != nil || prefixes.count < LineHeads.mostWithin {
        let known = prefixes[longest.hash] ?? prefix
        let wider = prefix.leadingDigits > known.leadingDigits ? prefix : known
        prefixes[longest.hash] = wider
      }
      for index in line.lowerBound..<longest.end { view[index] = UInt8(ascii: " ") }
    }
    return prefixes.values.sorted { $0.characters.count > $1.characters.count }
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
  /// digits and white space aside.
  private static func candidates(
    _ text: [UInt8], _ line: Range<Int>, _ body: (UInt64, Int) -> Void
  ) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var count = 0
    for position in line where !ChatPrefix.isSkipped(text[position]) {
      hash = (hash ^ UInt64(text[position])) &* 0x100_0000_01B3
      count += 1
      if ChatPrefix.isMark(text[position]) { body(hash, position + 1) }
      if count == ChatPrefix.most { return }
    }
  }

  /// Whether a head is repeated, and is not a shorter one followed by words of the armor.
  private func judge(_ hash: UInt64) -> Bool {
    guard let head = heads[hash], head.lines >= LineHeads.leastLines else { return false }
    let characters = text[head.start..<head.end].filter { !ChatPrefix.isSkipped($0) }
    let parts = characters.split { ChatPrefix.isMark($0) }
    guard parts.count > 1, let last = parts.last else { return true }
    return !ArmorWords.contain(last)
  }

  private func prefix(_ range: Range<Int>) -> ChatPrefix {
    let first = range.first { !ChatPrefix.isSkipped(text[$0]) } ?? range.lowerBound
    let lead = ChatPrefix.lead(text, first, range, white: 2, digits: 4)
    return ChatPrefix(
      characters: text[range].filter { !ChatPrefix.isSkipped($0) },
      leadingDigits: lead.digits, leadingWhite: lead.white)
  }
}
