/// Finds all armored messages in a text that channels may have mangled.
///
/// The text is gone through at most six times, each time for what was not read before: as it is,
/// without what look like chat prefixes, and all again without the escapes of quoted-printable.
/// Only the check over a part decides that it was read, so a way of looking at the text that is
/// wrong for it does no harm. Linear in the text, in time and memory.
struct ArmorReader {
  private let code = ReedSolomon()
  /// Normalized, with barriers where whole messages stood.
  private var text: [UInt8]
  private var parts: [(position: Int, part: ArmorPart<[UInt8]>)] = []
  private var damaged: [Int: DamagedPart] = [:]

  init(_ input: Span<UInt8>) { text = ArmorNormalizer.normalize(input) }

  mutating func read(_ kept: [ArmorPart<[UInt8]>]) -> [ArmorFinding] {
    readParts()
    return findings(kept)
  }

  /// The parts in the text that are whole, in their order.
  @discardableResult
  mutating func readParts() -> [ArmorPart<[UInt8]>] {
    readWithAndWithoutPrefixes()
    if QuotedPrintable.dropEscapes(&text) { readWithAndWithoutPrefixes() }
    parts.sort { $0.position < $1.position }
    return parts.map(\.part)
  }

  /// The rules for prefixes have a turn each: where one takes too little, it spoils the other.
  private mutating func readWithAndWithoutPrefixes() {
    read(text)
    read(ChatPrefixes.dropWhatStandsBeforeWords(text))
    read(ChatPrefixes.dropWhatStandsBeforeWords(ChatPrefixes.dropRepeatedHeads(text)))
  }

  /// Goes through `view`, which is `text` with some characters turned to spaces.
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

  /// Last words without first words: letters lost their beginning if a block stands before them.
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

  /// Words of the armor without a single clean block are prose about it, unless nothing else was
  /// found.
  private func findings(_ kept: [ArmorPart<[UInt8]>]) -> [ArmorFinding] {
    var assembly = ArmorAssembly<[UInt8]>()
    for (position, part) in parts { assembly.add(part, at: position) }
    for part in kept.reversed() { assembly.complete(with: part) }
    var findings = assembly.messages.map { ($0.position, ArmorFinding($0)) }
    let damaged = damaged.filter { text[$0.key] != ArmorWords.barrier }
    let sure = damaged.filter { $0.value.hasCleanBlock || $0.value.loss == nil }
    let shown = findings.isEmpty && sure.isEmpty ? damaged : sure
    findings += shown.map { ($0.key, .damaged($0.value)) }
    return findings.sorted { $0.0 < $1.0 }.map { $1 }
  }
}

extension Armor {
  /// All that stands in `text`, any bytes at all, in the order in which it begins there: packets,
  /// messages that lack parts, and damaged ones. Empty when there is no message in it.
  ///
  /// - Parameter kept: parts from earlier texts, which complete messages that begin here.
  package static func read(
    _ text: Span<UInt8>, completing kept: [ArmorPart<[UInt8]>] = []
  ) -> [ArmorFinding] {
    var reader = ArmorReader(text)
    return reader.read(kept)
  }

  /// The parts in `text` that are whole, in order, whether they make messages or not.
  package static func parts(in text: Span<UInt8>) -> [ArmorPart<[UInt8]>] {
    var reader = ArmorReader(text)
    return reader.readParts()
  }
}
