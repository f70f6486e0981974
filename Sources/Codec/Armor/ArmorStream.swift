internal import Pad
internal import Primitives

/// Reads armor that is too long for memory, a piece of text at a time.
///
/// It goes through the text once, so it does not look for chat prefixes and for the escapes of
/// quoted-printable; everything else it reads as `Armor.read` does. Linear in the text; memory grows
/// with the piece only, and with the number of messages.
package struct ArmorStream: ~Copyable {
  /// What stands in the decoded bytes for those of a part.
  package struct Content: Equatable, Sendable {
    package let range: Range<Int>
    /// The part's own check: two parts with the same one are the same.
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

  /// Text that is looked through for words at a time.
  private static let wordsBytes = 4096
  /// How much of it stays, since words may have begun there.
  private static let overlap = 512
  /// So much is looked at that is not in lines as they were written, before the next may be.
  private static let fewBytes = 512
  /// So much text is kept waiting for the end of a line.
  private static let longestLine = 64 << 10

  /// No more is noted of one text: somebody may have filled it with beginnings of messages.
  package static let mostFindings = 1 << 14

  private var found: [Finding] = []
  /// The first words without a single clean block, which are prose unless nothing else is found.
  private var prose: Finding?
  /// Whether there were more messages than are noted.
  package private(set) var isOverfull = false
  private var state = State.searching
  private var letters = ArmorLetters(from: 0)
  /// Of parts before the present one.
  private var decoded: [UInt8] = []
  /// Normalized text, and how much of it was gone through.
  private var text: [UInt8] = []
  private var position = 0
  /// Where to go back to while the first block is not there: what looked like first words may be
  /// prose, and the letters behind it other words.
  private var behindStart: Int?
  /// Text that no white space has ended yet.
  private var pending: [UInt8] = []

  package init() {}

  /// What was found, in its order.
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

  /// Takes the next piece of text. Answers the bytes of packets that were read meanwhile, whether or
  /// not their part turns out to be whole: `Content` counts them all.
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

  /// Where text may be cut without cutting through a character, an entity, a tag or a soft break;
  /// nil to wait for more. Where lines do not end, it is cut where something else does.
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

  /// The text is over.
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
      // Lines as they were written need no normal form, and hold no words.
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

  /// The first lines of a text, of `count` bytes or more.
  private static func lines(_ text: ArraySlice<UInt8>, _ count: Int) -> ArraySlice<UInt8> {
    let most = text.dropFirst(count).firstIndex(of: UInt8(ascii: "\n"))
    guard let most, ArmorMarkup.unfinished(text[...most]) == nil else { return text }
    return text[...most]
  }

  /// What was gone through goes all at once, so that no text is moved for each of many words in it.
  private mutating func goThroughText(isOver: Bool) {
    while takeStep(isOver) {}
    let gone = behindStart ?? position
    text.removeFirst(gone)
    position -= gone
    if behindStart != nil { behindStart = 0 }
  }

  /// Answers whether there may be another step in the text that is there.
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
    // The letters of a part end where words are.
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

  /// Where words may have begun of which the end is to come; the end of the text where none have.
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
    // How many parts there are may be still to come.
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

  /// The first words behind the letters must be the last words of the part.
  private mutating func lookForEnd(of start: ArmorToken) {
    guard let token = ArmorWords.first(in: text, from: position), start.matches(token) else {
      return giveUp(start, loss: .end)
    }
    state = .searching
    position = token.range.upperBound
    note(letters.part.map { .part($0) } ?? .damaged(letters.damage(start, loss: nil)))
  }
}
