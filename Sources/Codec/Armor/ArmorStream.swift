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
  /// So much text is kept waiting for the end of a line.
  private static let longestLine = 64 << 10

  package private(set) var findings: [Finding] = []
  private var state = State.searching
  private var letters = ArmorLetters(from: 0)
  /// Of parts before the present one.
  private var decoded: [UInt8] = []
  /// Normalized text in which words are looked for.
  private var text: [UInt8] = []
  /// Text that no white space has ended yet.
  private var pending: [UInt8] = []

  package init() {}

  /// Takes the next piece of text. Answers the bytes of packets that were read meanwhile, whether or
  /// not their part turns out to be whole: `Content` counts them all.
  package mutating func append(_ piece: Span<UInt8>) -> [UInt8] {
    let text = pending.isEmpty ? piece.publicCopy : pending + piece.publicCopy
    guard let end = ArmorStream.cut(text) else {
      pending = text
      return []
    }
    take(text.span.extracting(first: end))
    pending = Array(text[end...])
    return takeDecoded()
  }

  /// Where text may be cut without cutting through a character, an entity, a tag or a soft break;
  /// nil to wait for more. Where lines do not end, it is cut where something else does.
  private static func cut(_ text: [UInt8]) -> Int? {
    if let end = text.lastIndex(of: UInt8(ascii: "\n")) { return end + 1 }
    if text.count < longestLine { return nil }
    let ends = [UInt8](">; ".utf8).compactMap { text.lastIndex(of: $0) }
    return ends.first.map { $0 + 1 } ?? text.count
  }

  /// The text is over.
  package mutating func finish() -> [UInt8] {
    let rest = pending
    take(rest.span)
    lookForWords(isOver: true)
    return takeDecoded()
  }

  private mutating func takeDecoded() -> [UInt8] {
    defer { decoded = [] }
    return decoded + letters.takeDecoded()
  }

  private mutating func take(_ piece: Span<UInt8>) {
    if piece.isEmpty { return }
    if case .letters = state {
      let done = letters.take(piece)
      if letters.isDone || letters.isLost {
        text = []
        moveOn()
        return take(piece.extracting(droppingFirst: done))
      }
      if done == piece.count { return }
      // Something stands there that is neither a letter nor white.
      let normal = ArmorNormalizer.normalize(piece.extracting(droppingFirst: done))
      return takeNormal(normal)
    }
    takeNormal(ArmorNormalizer.normalize(piece))
  }

  private mutating func takeNormal(_ normal: [UInt8]) {
    guard case .letters = state else {
      text += normal
      return lookForWords(isOver: false)
    }
    let done = letters.take(normal.span, skipping: true)
    guard letters.isDone || letters.isLost else { return }
    text = []
    moveOn()
    takeNormal(Array(normal[done...]))
  }

  /// After the last letter that is wanted.
  private mutating func moveOn() {
    guard case .letters(let start) = state else { return }
    if letters.isLost {
      findings.append(.damaged(letters.damage(start, loss: nil)))
      state = .searching
    } else {
      state = .ending(start)
    }
  }

  private mutating func lookForWords(isOver: Bool) {
    while isOver || text.count >= ArmorStream.wordsBytes {
      let before = text.count
      switch state {
      case .searching: lookForStart(isOver)
      case .ending(let start): lookForEnd(of: start)
      case .letters(let start):
        findings.append(.damaged(letters.damage(start, loss: letters.isEmpty ? .end : .letters)))
        state = .searching
      }
      if case .letters = state, !isOver { return }
      if case .letters = state, !text.isEmpty { continue }
      if text.count == before { return }
    }
  }

  private mutating func lookForStart(_ isOver: Bool) {
    guard let start = ArmorWords.tokens(text).first(where: \.isStart) else {
      text.removeFirst(max(0, text.count - (isOver ? 0 : ArmorStream.overlap)))
      return
    }
    var first = start.range.upperBound
    if case .partStart = start.kind {
      let digits = ArmorWords.digitCount(text, first)
      first = ArmorWords.number(text, first, most: digits)?.end ?? first
    }
    let rest = Array(text[first...])
    text = []
    state = .letters(start)
    decoded += letters.takeDecoded()
    letters = ArmorLetters(from: letters.end, start: start.kind)
    takeNormal(rest)
  }

  /// The first words behind the letters must be the last words of the part.
  private mutating func lookForEnd(of start: ArmorToken) {
    state = .searching
    let token = ArmorWords.tokens(text).first
    guard let token, start.matches(token) else {
      findings.append(.damaged(letters.damage(start, loss: .end)))
      return
    }
    text.removeFirst(token.range.upperBound)
    findings.append(letters.part.map { .part($0) } ?? .damaged(letters.damage(start, loss: nil)))
  }
}
