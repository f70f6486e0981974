internal import Pad

/// A reader of the parts in normalized text, which may arrive a piece at a time. It goes through the
/// text once and keeps only what words may begin in.
struct ArmorScanner: ~Copyable {
  /// A part, or only its last words, and its place in the text.
  typealias Found = (range: Range<Int>, finding: ArmorStream.Finding)

  private enum State {
    case searching
    case letters(ArmorToken)
    case ending(ArmorToken)
  }

  /// How much text is searched for words at a time.
  private static let wordsBytes = 4096
  /// How much of it is kept, since words may begin there.
  private static let overlap = 512

  private let table: [UInt8]
  private let code = ReedSolomon()
  private var found: [Found] = []
  private var state = State.searching
  private var letters = ArmorLetters(from: 0)
  /// Decoded bytes of parts before the current one.
  private var decoded: [UInt8] = []
  private var text: [UInt8] = []
  /// How much of the text has been read, and how much before it was removed.
  private var position = 0
  private var removed = 0

  /// - Parameter table: the value of each character.
  init(_ table: [UInt8] = ArmorLetters.letterOrIllegible) { self.table = table }

  /// Takes the next piece of normalized text, the last one if the text `isOver`.
  mutating func append(_ piece: [UInt8], isOver: Bool = false) {
    text += piece
    while takeStep(isOver) {}
    // All at once, so that no text is moved for each of many words in it.
    text.removeFirst(position)
    removed += position
    position = 0
  }

  /// Takes lines as they were written, if letters may follow: those need no normal form, and contain
  /// no words. Returns how many characters were taken.
  mutating func takeLines(_ text: Span<UInt8>) -> Int {
    guard case .letters = state, self.text.isEmpty else { return 0 }
    let taken = letters.takeLines(text)
    removed += taken
    return taken
  }

  /// The bytes of packets decoded since the last call, whether or not their part turns out whole.
  mutating func takeDecoded() -> [UInt8] {
    defer { decoded = [] }
    return decoded + letters.takeDecoded()
  }

  mutating func takeFound() -> [Found] {
    defer { found = [] }
    return found
  }

  /// Returns whether the present text may allow another step.
  private mutating func takeStep(_ isOver: Bool) -> Bool {
    if case .letters(let start) = state { return takeLetters(of: start, isOver) }
    guard isOver || text.count - position >= ArmorScanner.wordsBytes else { return false }
    if case .ending(let start) = state {
      end(start, at: ArmorWords.first(in: text, from: position))
      return true
    }
    return lookForWords(isOver)
  }

  private mutating func takeLetters(of start: ArmorToken, _ isOver: Bool) -> Bool {
    // The letters run up to the next line of the armor, or to the end of the input.
    let token = ArmorWords.first(in: text, from: position)
    let end = token?.range.lowerBound ?? (isOver ? text.count : unfinishedWords)
    let text = text
    position += letters.take(text.span.extracting(position..<end))
    let isAll = token != nil || isOver
    if isAll { letters.finish() }
    if letters.isDone {
      state = .ending(start)
    } else if isAll || letters.isLost {
      self.end(start, at: token)
    } else {
      return false
    }
    return true
  }

  /// Where words may begin whose end is still to come; the end of the text if there are none.
  private var unfinishedWords: Int {
    let tail = max(position, text.count - ArmorScanner.overlap)..<text.count
    return tail.first { ArmorWords.mayBegin(text[$0...]) } ?? text.count
  }

  private mutating func lookForWords(_ isOver: Bool) -> Bool {
    guard let token = ArmorWords.first(in: text, from: position) else {
      position = text.count - (isOver ? 0 : ArmorScanner.overlap)
      return false
    }
    // The number of parts may be still to come.
    if !isOver, text.count - token.range.upperBound < ArmorScanner.overlap { return false }
    position = token.range.upperBound
    if token.isStart {
      decoded += letters.takeDecoded()
      let digits = ArmorWords.digitCount(text, position)
      letters = ArmorLetters(from: letters.end, start: token, digits: digits, table)
      state = .letters(token.moved(by: removed))
    } else if token.kind != .barrier {
      note(token.moved(by: removed).range, .damaged(beheaded(token)))
    }
    return true
  }

  /// Ends a part at the words after its letters, which must be its last words; nil if there are none.
  private mutating func end(_ start: ArmorToken, at token: ArmorToken?) {
    state = .searching
    if let token, !token.isStart { position = token.range.upperBound }
    let isClosed = token.map(start.matches) ?? false
    let range = start.range.lowerBound..<removed + (token?.range.upperBound ?? position)
    if isClosed, let part = letters.part { return note(range, .part(part)) }
    note(range, .damaged(letters.damage(before: token)))
  }

  private mutating func note(_ range: Range<Int>, _ finding: ArmorStream.Finding) {
    found.append((range, finding))
  }

  /// An end line without a start line: if a block stands before it, the start of that message is
  /// missing.
  private func beheaded(_ token: ArmorToken) -> DamagedPart {
    var block: [UInt8] = []
    for byte in text[..<token.range.lowerBound].reversed() {
      let value = Base32.values[Int(byte)]
      if byte == ArmorWords.barrier || block.count == ReedSolomon.blockCount { break }
      if value != Base32.none { block.insert(value, at: 0) }
    }
    let isClean = block.count == ReedSolomon.blockCount && code.isCode(block)
    var part: Int?
    if case .partEnd(let number, _) = token.kind { part = number }
    return DamagedPart(
      part: part, parts: nil, loss: .beginning, blocks: isClean ? 1 : 0, damaged: [], mended: [])
  }
}
