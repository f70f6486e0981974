/// The text between first and last words, and the ways to read it.
struct ArmorRegion {
  let text: [UInt8]
  let start: ArmorToken
  /// The next words of any kind, nil at the end of the text.
  let next: ArmorToken?

  private var end: Int { next?.range.lowerBound ?? text.count }
  private var isClosed: Bool { next.map(start.matches) ?? false }

  /// The first reading that holds, else the one with the least damage. If it holds both with and
  /// without possible illegible letters, the intended reading is the one with fewer mended blocks:
  /// zeros that follow can take the place of a letter that was skipped.
  func read(_ code: ReedSolomon) -> ArmorRegionReading {
    var best: DamagedPart?
    for candidate in candidates {
      var whole: ArmorPart<[UInt8]>?
      for readsIllegible in hasIllegible ? [false, true] : [false] {
        let blocks = blocks(candidate, readsIllegible: readsIllegible, code)
        if isClosed, let head = blocks.head, let packet = blocks.packet {
          let part = ArmorPart(head: head, content: packet, mended: blocks.suspects)
          if whole.map({ part.mended.count < $0.mended.count }) ?? true { whole = part }
        } else {
          let damage = damage(candidate, blocks)
          if best.map({ damage.isLess(than: $0) }) ?? true { best = damage }
        }
      }
      if let whole { return .whole(whole) }
    }
    return .damaged(best ?? damage(candidates[0], ArmorBlocks(code: code)))
  }

  private struct Candidate {
    var part: Int?
    var parts: Int?
    var letters: Int
  }

  /// Where the letters may start: without a line end, "part 2 of 5" runs into letters that begin
  /// with digits. The likeliest number of parts is the one that the last words repeat, then the one
  /// that takes all adjacent digits.
  private var candidates: [Candidate] {
    guard case .partStart(let part) = start.kind else {
      return [Candidate(letters: start.range.upperBound)]
    }
    let likeliest = ArmorWords.digitCount(text, start.range.upperBound)
    let counts = [likeliest] + (1...3).filter { $0 != likeliest }
    let candidates = counts.compactMap { count -> Candidate? in
      guard let found = ArmorWords.number(text, start.range.upperBound, most: count) else {
        return nil
      }
      return found.end <= end ? Candidate(part: part, parts: found.value, letters: found.end) : nil
    }
    let bare = Candidate(part: part, letters: start.range.upperBound)
    if candidates.isEmpty { return [bare] }
    return candidates.filter { $0.parts == repeated } + candidates.filter { $0.parts != repeated }
  }

  /// The number of parts in the last words.
  private var repeated: Int? {
    if case .partEnd(_, let parts) = next?.kind { parts } else { nil }
  }

  private var hasIllegible: Bool {
    text[start.range.upperBound..<end].contains { ArmorRegion.illegible[Int($0)] != Base32.none }
  }

  /// A letter outside base 32, or a question mark, may be written for an illegible one.
  private static let illegible: [UInt8] = {
    var values = [UInt8](repeating: Base32.none, count: 256)
    for letter in "u?".utf8 { values[Int(letter)] = ArmorBlocks.illegible }
    return values
  }()

  /// Values in base 32, and `ArmorBlocks.illegible` for characters that may replace a letter.
  static let letterOrIllegible = zip(Base32.values, illegible).map(min)

  private func blocks(
    _ candidate: Candidate, readsIllegible: Bool, _ code: ReedSolomon
  ) -> ArmorBlocks {
    let values = readsIllegible ? ArmorRegion.letterOrIllegible : Base32.values
    var blocks = ArmorBlocks(code: code)
    var wanted = Int.max
    for position in candidate.letters..<end where values[Int(text[position])] != Base32.none {
      blocks.append(values[Int(text[position])])
      if wanted == .max, blocks.count == 1 { wanted = blocks.needed ?? end }
      // A mended first block may have been mended into a wrong length.
      if blocks.count == wanted, blocks.isFirstClean || blocks.packet != nil { return blocks }
    }
    blocks.finish()
    return blocks
  }

  private func damage(_ candidate: Candidate, _ blocks: ArmorBlocks) -> DamagedPart {
    let head = blocks.isFirstClean ? blocks.head : nil
    let needed = head.map { Armor.blocks(forBytes: $0.length) } ?? 1
    return DamagedPart(
      part: candidate.part ?? head.flatMap { $0.parts > 1 ? $0.part : nil },
      parts: head?.parts ?? candidate.parts,
      loss: isClosed ? (blocks.count < needed ? .letters : nil) : .end,
      blocks: blocks.count, damaged: blocks.damaged, mended: blocks.mended)
  }
}
