/// A reader that finds all armored messages in a text that channels may have mangled.
///
/// It goes through the text at most six times, each time for what was not read before: as it is,
/// without what looks like chat prefixes, and all again without the escapes of quoted-printable.
/// Only the check over a part decides whether it was read, so a view of the text that is wrong for
/// it does no harm. Time and memory are linear in the text.
struct ArmorReader {
  private let code = ReedSolomon()
  /// Normalized, with barriers in place of whole messages.
  private var text: [UInt8]
  private var parts: [(position: Int, part: ArmorPart<[UInt8]>)] = []
  private var damaged: [Int: DamagedPart] = [:]

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

  /// Goes through `view`, which is `text` with some characters turned into spaces.
  private mutating func read(_ view: [UInt8]) {
    let tokens = ArmorWords.tokens(view)
    for (index, token) in tokens.enumerated() {
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      if token.isStart {
        read(ArmorRegion(text: view, start: token, next: next))
      } else if index == 0 || !tokens[index - 1].isStart {
        read(orphan: token, view)
      }
    }
  }

  private mutating func read(_ region: ArmorRegion) {
    let position = region.start.range.lowerBound
    switch region.read(code) {
    case .whole(let part):
      parts.append((position, part))
      let end = region.next?.range.upperBound ?? text.count
      for index in position..<end { text[index] = ArmorWords.barrier }
    case .damaged(let part):
      if let known = damaged[position], !part.isLess(than: known) { return }
      damaged[position] = part
    }
  }

  /// Last words without first words: if a block precedes them, letters lost their beginning.
  private mutating func read(orphan token: ArmorToken, _ view: [UInt8]) {
    guard token.kind != .barrier else { return }
    var block: [UInt8] = []
    var position = token.range.lowerBound
    while position > 0, block.count < ReedSolomon.blockCount {
      position -= 1
      let value = Base32.values[Int(view[position])]
      if view[position] == ArmorWords.barrier { break }
      if value != Base32.none { block.append(value) }
    }
    let isClean = block.count == ReedSolomon.blockCount && code.isCode(block.reversed())
    var part: Int?
    if case .partEnd(let number, _) = token.kind { part = number }
    damaged[token.range.lowerBound] = DamagedPart(
      part: part, parts: nil, loss: .beginning, blocks: isClean ? 1 : 0, damaged: [], mended: [])
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
