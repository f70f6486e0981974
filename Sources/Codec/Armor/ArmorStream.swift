internal import Pad
internal import Primitives

/// A reader of armor that is too long for memory, a piece of text at a time.
///
/// It goes through the text once, so it looks neither for chat prefixes nor for the escapes of
/// quoted-printable; it takes `u` and `?` for illegible letters at once, and notes 16,384 findings.
/// Everything else it reads as `Armor.read` does.
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
  private var scanner = ArmorScanner()
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
    scanner.append([], isOver: true)
    return takeDecoded()
  }

  private mutating func takeDecoded() -> [UInt8] {
    for (_, finding) in scanner.takeFound() { note(finding) }
    return scanner.takeDecoded()
  }

  private mutating func take(_ piece: ArraySlice<UInt8>) {
    var rest = piece
    var count = ArmorStream.fewBytes
    while true {
      let taken = scanner.takeLines(rest.span)
      rest = rest.dropFirst(taken)
      if taken > 0 { count = ArmorStream.fewBytes }
      if rest.isEmpty { return }
      let other = ArmorStream.lines(rest, count)
      scanner.append(ArmorNormalizer.normalize(other.span))
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
}
