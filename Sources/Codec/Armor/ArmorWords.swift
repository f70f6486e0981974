/// A finder of the armor's words in normalized text, whatever white space and marks are in them.
struct ArmorWords {
  /// Stands for a message already taken out, so that no search runs across it; the normalizer never
  /// writes it.
  static let barrier: UInt8 = 0xFF

  private static let wholeStart = [UInt8]("thisisavernammessageusevernamtoopenit".utf8)
  private static let wholeEnd = [UInt8]("endofvernammessage".utf8)
  private static let partStart = [UInt8]("vernammessagepart".utf8)
  private static let partEnd = [UInt8]("endofpart".utf8)
  private static let of = [UInt8]("of".utf8)

  let text: [UInt8]

  /// The words in `text`, in order, without overlaps.
  static func tokens(_ text: [UInt8]) -> [ArmorToken] {
    var tokens: [ArmorToken] = []
    var position = 0
    while let token = first(in: text, from: position) {
      tokens.append(token)
      position = token.range.upperBound
    }
    return tokens
  }

  /// The first words in `text` that begin at `start` or later; nothing after them is looked at.
  static func first(in text: [UInt8], from start: Int) -> ArmorToken? {
    let words = ArmorWords(text: text)
    var position = start
    while position < text.count {
      if let token = words.token(position) { return token }
      position += 1
    }
    return nil
  }

  /// Whether `letters` occur in a row in the words of the armor.
  static func contain(_ letters: ArraySlice<UInt8>) -> Bool {
    let words = wholeStart + [barrier] + wholeEnd + partStart + [barrier] + partEnd + of
    return words.indices.contains { words[$0...].starts(with: letters) }
  }

  /// Whether `text` may be the beginning of words that go on after it.
  static func mayBegin(_ text: ArraySlice<UInt8>) -> Bool {
    switch text.first {
    case UInt8(ascii: "t"): begins(text, wholeStart, goesOn: false)
    case UInt8(ascii: "v"): begins(text, partStart, goesOn: true)
    case UInt8(ascii: "e"):
      begins(text, wholeEnd, goesOn: false) || begins(text, partEnd, goesOn: true)
    default: false
    }
  }

  /// Whether the letters of `text` are the first of `words`; or include all of them, if a number
  /// `goesOn` after them.
  private static func begins(
    _ text: ArraySlice<UInt8>, _ words: [UInt8], goesOn: Bool
  ) -> Bool {
    var count = 0
    for byte in text where isLetterOrDigit(byte) {
      if count == words.count { return goesOn }
      if byte != words[count] { return false }
      count += 1
    }
    return true
  }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "a") < 26 || isDigit(byte)
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  static func isWhite(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") }

  private func token(_ start: Int) -> ArmorToken? {
    switch text[start] {
    case UInt8(ascii: "t"):
      match(ArmorWords.wholeStart, start).map { .init(kind: .wholeStart, range: start..<$0) }
    case UInt8(ascii: "v"):
      part(ArmorWords.partStart, start).map { .init(kind: .partStart($0), range: start..<$1) }
    case UInt8(ascii: "e"): end(start)
    case ArmorWords.barrier: .init(kind: .barrier, range: start..<barrierEnd(start))
    default: nil
    }
  }

  private func end(_ start: Int) -> ArmorToken? {
    if let end = match(ArmorWords.wholeEnd, start) {
      return .init(kind: .wholeEnd, range: start..<end)
    }
    guard let (number, end) = part(ArmorWords.partEnd, start) else { return nil }
    let digits = ArmorWords.digitCount(text, end)
    guard let (parts, last) = ArmorWords.number(text, end, most: digits) else { return nil }
    return .init(kind: .partEnd(number, of: parts), range: start..<last)
  }

  private func barrierEnd(_ start: Int) -> Int {
    text[start...].firstIndex { $0 != ArmorWords.barrier } ?? text.count
  }

  /// Matches `words`, a number and "of" from `start`.
  private func part(_ words: [UInt8], _ start: Int) -> (number: Int, end: Int)? {
    guard let digits = match(words, start) else { return nil }
    guard let (number, after) = ArmorWords.number(text, digits) else { return nil }
    return match(ArmorWords.of, after).map { (number, $0) }
  }

  /// The end of `words`, which begin at `start`, perhaps with other characters between.
  private func match(_ words: [UInt8], _ start: Int) -> Int? {
    var position = start
    for letter in words {
      position = ArmorWords.skip(text, position)
      guard position < text.count, text[position] == letter else { return nil }
      position += 1
    }
    return position
  }

  /// The number of at most `most` digits from `start` on, perhaps with other characters between.
  static func number(_ text: [UInt8], _ start: Int, most: Int = 3) -> (value: Int, end: Int)? {
    var end = start
    var value = 0
    for _ in 0..<most {
      let position = skip(text, end)
      guard position < text.count, isDigit(text[position]) else { break }
      value = value * 10 + Int(text[position] - UInt8(ascii: "0"))
      end = position + 1
    }
    return end > start ? (value, end) : nil
  }

  /// How many digits, three at most, are adjacent at the first letter or digit from `start` on.
  static func digitCount(_ text: [UInt8], _ start: Int) -> Int {
    text[skip(text, start)...].prefix(3).prefix(while: isDigit).count
  }

  private static func skip(_ text: [UInt8], _ start: Int) -> Int {
    var position = start
    while position < text.count, !isLetterOrDigit(text[position]), text[position] != barrier {
      position += 1
    }
    return position
  }
}
