internal import Pad
internal import Primitives

/// A reader of armor that is too long for memory, a piece of text at a time.
///
/// It goes through the text once, so it looks neither for chat prefixes nor for the escapes of
/// quoted-printable; it takes `u` and `?` for illegible letters at once, gives a part up if its first
/// block cannot be read, and notes 16,384 findings. Everything else it reads as `Armor.read` does.
/// Linear in the text; memory grows only with the piece and with the number of messages.
package struct ArmorStream: ~Copyable {
  /// The bytes of a part, as a range of the decoded bytes.
  package struct Content: Equatable, Sendable {
    package let range: Range<Int>
    /// The part's own check: two parts with equal checks are the same.
    let check: [UInt8]

    package static func == (first: Content, second: Content) -> Bool {
      first.range.count == second.range.count && first.check == second.check
    }
  }

  /// A part that was read, or what is wrong with it.
  package enum Finding: Sendable {
    case part(ArmorPart<Content>)
    case damaged(DamagedPart)
  }

  private enum State {
    case searching
    case letters(ArmorToken)
    case ending(ArmorToken)
  }

  /// How much text is searched for words at a time.
  private static let wordsBytes = 4096
  /// How much of it is kept, since words may begin there.
  private static let overlap = 512
  /// How much text other than lines as written is read before such lines are tried again.
  private static let fewBytes = 512
  /// How much text may wait for the end of its line.
  private static let longestLine = 64 << 10

  /// The most that is noted of one text: somebody may have filled it with beginnings of messages.
  package static let mostFindings = 1 << 14

  private var found: [Finding] = []
  /// The first words without a single clean block, which are prose unless nothing else is found.
  private var prose: Finding?
  /// Whether there were more messages than are noted.
  package private(set) var isOverfull = false
  private var state = State.searching
  private var letters = ArmorLetters(from: 0)
  /// Decoded bytes of parts before the current one.
  private var decoded: [UInt8] = []
  /// Normalized text, and how much of it has been read.
  private var text: [UInt8] = []
  private var position = 0
  /// Where to go back to until the first block is read: what looked like first words may be prose,
  /// and the letters after it other words.
  private var behindStart: Int?
  /// Text that waits for a place where it may be cut.
  private var pending: [UInt8] = []

  package init() {}

  /// What was found, in order.
  package var findings: [Finding] { found.isEmpty ? prose.map { [$0] } ?? [] : found }

  private mutating func note(_ finding: Finding) {
    if case .damaged(let part) = finding, !part.hasCleanBlock, part.loss != nil {
      prose = prose ?? finding
    } else if found.count < ArmorStream.mostFindings {
      found.append(finding)
    } else {
      isOverfull = true
    }
  }

  /// Takes the next piece of text. Returns the bytes of packets decoded meanwhile, whether or not
  /// their part turns out whole: `Content` counts them all.
  package mutating func append(_ piece: Span<UInt8>) -> [UInt8] {
    let text = pending.isEmpty ? piece.publicCopy : pending + piece.publicCopy
    guard let end = ArmorStream.cut(text) else {
      pending = text
      return []
    }
    take(text[..<end])
    pending = Array(text[end...])
    return takeDecoded()
  }

  /// Where the text may be cut without splitting a character, an entity, a tag or a soft break; nil
  /// to wait for more. If no line ends, it is cut where something else ends.
  private static func cut(_ text: [UInt8]) -> Int? {
    if let end = text.lastIndex(of: UInt8(ascii: "\n")) {
      let opening = ArmorMarkup.unfinished(text[...end])
      if opening != 0 || text.count >= longestLine { return opening ?? end + 1 }
    }
    if text.count < longestLine { return nil }
    let ends = [UInt8](">; ".utf8).compactMap { text.lastIndex(of: $0) }
    if let end = ends.first { return end + 1 }
    // All bytes of a character but the first begin with the bits 10.
    let first = text.lastIndex { $0 & 0xC0 != 0x80 } ?? text.count
    return first < text.count && text[first] >= 0xC0 && first > 0 ? first : text.count
  }

  /// Ends the text; returns as `append` does.
  package mutating func finish() -> [UInt8] {
    take(pending[...])
    goThroughText(isOver: true)
    return takeDecoded()
  }

  private mutating func takeDecoded() -> [UInt8] {
    defer { decoded = [] }
    return decoded + letters.takeDecoded()
  }

  private mutating func take(_ piece: ArraySlice<UInt8>) {
    var rest = piece
    var count = ArmorStream.fewBytes
    while true {
      // Lines as written need no normal form, and contain no words.
      if case .letters = state, position == text.count {
        let taken = letters.takeLines(rest.span)
        rest = rest.dropFirst(taken)
        if taken > 0 { count = ArmorStream.fewBytes }
      }
      if rest.isEmpty { return }
      let other = ArmorStream.lines(rest, count)
      text += ArmorNormalizer.normalize(other.span)
      goThroughText(isOver: false)
      rest = rest.dropFirst(other.count)
      count *= 2
    }
  }

  /// The first lines of a text, at least `count` bytes if it has them.
  private static func lines(_ text: ArraySlice<UInt8>, _ count: Int) -> ArraySlice<UInt8> {
    let most = text.dropFirst(count).firstIndex(of: UInt8(ascii: "\n"))
    guard let most, ArmorMarkup.unfinished(text[...most]) == nil else { return text }
    return text[...most]
  }

  /// Removes processed text all at once, so that none is moved for each of many words in it.
  private mutating func goThroughText(isOver: Bool) {
    while takeStep(isOver) {}
    let gone = behindStart ?? position
    text.removeFirst(gone)
    position -= gone
    if behindStart != nil { behindStart = 0 }
  }

  /// Returns whether the present text may allow another step.
  private mutating func takeStep(_ isOver: Bool) -> Bool {
    if case .letters(let start) = state { return takeLetters(of: start, isOver) }
    guard isOver || text.count - position >= ArmorStream.wordsBytes else { return false }
    if case .ending(let start) = state {
      lookForEnd(of: start)
      return true
    }
    return lookForStart(isOver)
  }

  private mutating func takeLetters(of start: ArmorToken, _ isOver: Bool) -> Bool {
    // The letters of a part end where words begin.
    let token = ArmorWords.first(in: text, from: position)
    let end = token?.range.lowerBound ?? (isOver ? text.count : unfinishedWords)
    let text = text
    position += letters.take(text.span.extracting(position..<end))
    if letters.isDone {
      state = .ending(start)
    } else if letters.isLost {
      position = behindStart ?? position
      giveUp(start, loss: nil)
    } else if let token {
      giveUp(start, loss: start.matches(token) ? .letters : .end)
    } else if isOver {
      giveUp(start, loss: letters.isEmpty ? .end : .letters)
    } else {
      if !letters.isInFirstBlock || position > ArmorStream.longestLine { behindStart = nil }
      return false
    }
    behindStart = nil
    return true
  }

  /// Where words may begin whose end is still to come; the end of the text if there are none.
  private var unfinishedWords: Int {
    let tail = max(position, text.count - ArmorStream.overlap)..<text.count
    return tail.first { ArmorWords.mayBegin(text[$0...]) } ?? text.count
  }

  private mutating func giveUp(_ start: ArmorToken, loss: DamagedPart.Loss?) {
    note(.damaged(letters.damage(start, loss: loss)))
    state = .searching
  }

  private mutating func lookForStart(_ isOver: Bool) -> Bool {
    guard let token = ArmorWords.first(in: text, from: position) else {
      position = text.count - (isOver ? 0 : ArmorStream.overlap)
      return false
    }
    // The number of parts may be still to come.
    if !isOver, text.count - token.range.upperBound < ArmorStream.overlap { return false }
    position = token.range.upperBound
    if token.isStart { begin(token) }
    return true
  }

  private mutating func begin(_ start: ArmorToken) {
    if case .partStart = start.kind {
      let digits = ArmorWords.digitCount(text, position)
      position = ArmorWords.number(text, position, most: digits)?.end ?? position
    }
    state = .letters(start)
    behindStart = position
    decoded += letters.takeDecoded()
    letters = ArmorLetters(from: letters.end, start: start.kind)
  }

  /// The first words after the letters must be the last words of the part.
  private mutating func lookForEnd(of start: ArmorToken) {
    guard let token = ArmorWords.first(in: text, from: position), start.matches(token) else {
      return giveUp(start, loss: .end)
    }
    state = .searching
    position = token.range.upperBound
    note(letters.part.map { .part($0) } ?? .damaged(letters.damage(start, loss: nil)))
  }
}
