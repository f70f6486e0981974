/// A reader that finds all armored messages in a text that channels may have mangled.
///
/// It goes through the text at most six times, each time for what was not read before: as it is,
/// without what looks like chat prefixes, and all again without the escapes of quoted-printable.
/// Only the check over a part decides whether it was read, so a view of the text that is wrong for
/// it does no harm. Time and memory are linear in the text.
struct ArmorReader {
  /// Normalized, with barriers in place of whole messages.
  private var text: [UInt8]
  private var parts: [(position: Int, part: ArmorPart<[UInt8]>)] = []
  private var damaged: [Int: DamagedPart] = [:]
  /// What was read last: without prefixes or escapes, most texts are what they were before.
  private var lastView: [UInt8] = []

  init(_ input: Span<UInt8>) { text = ArmorNormalizer.normalize(input) }

  mutating func read() -> [ArmorFinding] {
    readParts()
    return findings()
  }

  /// Returns the whole parts in the text, in order.
  @discardableResult
  mutating func readParts() -> [ArmorPart<[UInt8]>] {
    readWithAndWithoutPrefixes()
    if QuotedPrintable.dropEscapes(&text) { readWithAndWithoutPrefixes() }
    parts.sort { $0.position < $1.position }
    return parts.map(\.part)
  }

  /// Each rule for prefixes has a turn of its own: if one takes too little, it spoils the other.
  private mutating func readWithAndWithoutPrefixes() {
    read(text)
    read(ChatPrefixes.dropWhatStandsBeforeWords(text))
    read(ChatPrefixes.dropWhatStandsBeforeWords(ChatPrefixes.dropRepeatedHeads(text)))
  }

  /// Goes through `view`, which is `text` with some characters turned into spaces: with and without
  /// possible illegible letters. If a part holds both ways, the intended reading is the one with fewer
  /// mended blocks: zeros that follow can take the place of a letter that was skipped.
  private mutating func read(_ view: [UInt8]) {
    if view == lastView { return }
    lastView = view
    var whole: [Int: (end: Int, part: ArmorPart<[UInt8]>)] = [:]
    for table in [Base32.values, ArmorLetters.letterOrIllegible] {
      var scanner = ArmorScanner(table)
      scanner.append(view, isOver: true)
      let (decoded, found) = (scanner.takeDecoded(), scanner.takeFound())
      for (range, finding) in found {
        switch finding {
        case .part(let part):
          if let known = whole[range.lowerBound], known.part.mended.count <= part.mended.count {
            continue
          }
          let part = ArmorPart(
            head: part.head, content: Array(decoded[part.content.range]), mended: part.mended)
          whole[range.lowerBound] = (range.upperBound, part)
        case .damaged(let part):
          if let known = damaged[range.lowerBound], !part.isLess(than: known) { continue }
          damaged[range.lowerBound] = part
        }
      }
      if whole.count == found.count, whole.values.allSatisfy(\.part.mended.isEmpty) { break }
    }
    for (position, (end, part)) in whole {
      parts.append((position, part))
      for index in position..<end { text[index] = ArmorWords.barrier }
    }
  }

  /// Armor words without a single clean block are prose about armor, unless nothing else was found.
  private func findings() -> [ArmorFinding] {
    var assembly = ArmorAssembly<[UInt8]>()
    for (position, part) in parts { assembly.add(part, at: position) }
    var findings = assembly.messages.map { ($0.position, ArmorFinding($0)) }
    let damaged = damaged.filter { text[$0.key] != ArmorWords.barrier }
    let sure = damaged.filter { $0.value.hasCleanBlock || $0.value.loss == nil }
    let shown = findings.isEmpty && sure.isEmpty ? damaged : sure
    findings += shown.map { ($0.key, .damaged($0.value)) }
    return findings.sorted { $0.0 < $1.0 }.map { $1 }
  }
}

extension Armor {
  /// Returns everything in `text`, which may be any bytes, in the order in which it begins:
  /// packets, messages that lack parts, and damaged ones. Empty if there is no message in it.
  package static func read(_ text: Span<UInt8>) -> [ArmorFinding] {
    var reader = ArmorReader(text)
    return reader.read()
  }

  /// Returns the whole parts in `text`, in order, whether they make messages or not.
  package static func parts(in text: Span<UInt8>) -> [ArmorPart<[UInt8]>] {
    var reader = ArmorReader(text)
    return reader.readParts()
  }
}
