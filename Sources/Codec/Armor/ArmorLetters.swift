internal import Pad
internal import Primitives

/// The letters of one part as they arrive: most of them four blocks at a time, the rest one by one.
/// Memory grows with the letters, never with the length that they declare.
struct ArmorLetters: ~Copyable {
  /// The value of a letter that is there but cannot be read.
  private static let illegible: UInt8 = 0xFE
  /// At most this many mended blocks of a part are recorded, and damaged ones likewise.
  private static let mostNamed = 1024

  /// Values in base 32, and `illegible` for what may be written for an illegible letter: a letter
  /// outside base 32, or a question mark.
  static let letterOrIllegible: [UInt8] = {
    var values = Base32.values
    for letter in "Uu?".utf8 { values[Int(letter)] = illegible }
    return values
  }()

  private let code = ReedSolomon()
  private let first: Int
  private let start: ArmorToken?
  /// How many digits the number of parts seems to have.
  private let likeliestDigits: Int
  private let table: [UInt8]
  private var check = SHA256()
  private var head: ArmorHead? {
    didSet { needed = head.map { Armor.blocks(forBytes: $0.length) } }
  }
  /// How many blocks there must be, according to the head.
  private var needed: Int?
  private var number: Int?
  private var values: [UInt8] = []
  private var letters = BitWriter(bits: Base32.bitCount)
  private(set) var blocks = 0
  private var mended: [Int] = []
  private var damaged: [Int] = []
  private var given = 0
  private var decoded: [UInt8] = []
  private var checkBytes: [UInt8] = []
  /// The part, once all blocks are there, if its check holds.
  private(set) var part: ArmorPart<ArmorStream.Content>?

  /// - Parameters:
  ///   - first: how many bytes of packets were decoded before this part.
  ///   - start: the first words.
  ///   - digits: how many digits follow them without a gap.
  ///   - table: the value of each character.
  init(
    from first: Int, start: ArmorToken? = nil, digits: Int = 0,
    _ table: [UInt8] = ArmorLetters.letterOrIllegible
  ) {
    self.first = first
    self.start = start
    likeliestDigits = digits
    self.table = table
  }

  /// How many bytes of packets were decoded, including those of this part.
  var end: Int { first + given }
  var isDone: Bool { needed.map { blocks >= $0 } ?? false }
  /// Without a head it is unknown how much follows, and enough of it was looked at.
  var isLost: Bool { head == nil && blocks >= ArmorLetters.mostNamed }
  private var isFirstClean: Bool { blocks > 0 && damaged.first != 1 && mended.first != 1 }

  mutating func takeDecoded() -> [UInt8] {
    defer { decoded = [] }
    return decoded
  }

  /// Takes letters up to the last one needed and skips other characters. Returns how many
  /// characters were taken.
  mutating func take(_ text: Span<UInt8>) -> Int {
    var position = 0
    while position < text.count, !isDone, !isLost {
      if values.isEmpty { position += takeLines(text.extracting(droppingFirst: position)) }
      guard position < text.count, !isDone else { break }
      let value = table[Int(text[position])]
      if value != Base32.none { append(value) }
      position += 1
    }
    return position
  }

  /// Takes whole lines as they were written, four blocks at a time. Returns how many characters
  /// were taken.
  mutating func takeLines(_ text: Span<UInt8>) -> Int {
    guard values.isEmpty, blocks % 4 == 0, let needed else { return 0 }
    var data: [UInt8] = []
    let fours = LetterKernel.decode(text, most: (needed - blocks) / 4, to: &data)
    blocks += 4 * fours
    give(data)
    return fours * LetterKernel.textBytes
  }

  /// Completes a block that lacks at most four letters with illegible ones.
  mutating func finish() {
    guard !isDone, values.count + ReedSolomon.checkCount >= wanted else { return }
    for _ in values.count..<wanted { append(ArmorLetters.illegible) }
  }

  private mutating func append(_ value: UInt8) {
    values.append(value)
    guard values.count >= ReedSolomon.blockCount, values.count == wanted else { return }
    blocks == 0 ? finishFirst() : finishBlock()
  }

  private var wanted: Int { ReedSolomon.blockCount + (blocks == 0 ? leadingDigits : 0) }

  /// How many digits may belong to the number of parts, which precedes the letters.
  private var leadingDigits: Int {
    guard case .partStart = start?.kind else { return 0 }
    return values.prefix(3).prefix { $0 < 10 }.count
  }

  /// Without a line end, "part 2 of 5" runs into letters that begin with digits: the first block
  /// tells where it begins. If it cannot be read, the adjacent digits are taken for the number.
  private mutating func finishFirst() {
    let most = leadingDigits
    var (digits, best) = (min(likeliestDigits, most), 0)
    for count in min(1, most)...most {
      var block = values[count..<count + ReedSolomon.blockCount].map(\.self)
      let state = ArmorLetters.mend(&block, code)
      guard state != .damaged, let found = ArmorHead(ArmorLetters.data(block)) else { continue }
      // A head that was mended into something else contradicts the words. A clean one may do so too:
      // if a block ends with zero, its letters after another zero make a block as well.
      let rank = (fits(found, number(count)) ? 2 : 0) + (state == .clean ? 1 : 0)
      if rank > best { (best, head, digits) = (rank, found, count) }
    }
    number = number(digits)
    let rest = values[(digits + ReedSolomon.blockCount)...].map(\.self)
    values = values[digits..<digits + ReedSolomon.blockCount].map(\.self)
    finishBlock()
    for value in rest { append(value) }
  }

  /// The number that the first letters are.
  private func number(_ digits: Int) -> Int? {
    digits == 0 ? nil : values.prefix(digits).reduce(0) { $0 * 10 + Int($1) }
  }

  private func fits(_ head: ArmorHead, _ parts: Int?) -> Bool {
    guard case .partStart(let part) = start?.kind else { return head.part == 1 && head.parts == 1 }
    return head.part == part && (parts.map { head.parts == $0 } ?? true)
  }

  private static func mend(_ block: inout [UInt8], _ code: ReedSolomon) -> BlockState {
    let unread = block.indices.filter { block[$0] == ArmorLetters.illegible }
    for index in unread { block[index] &= 31 }
    return code.mend(&block, illegible: unread)
  }

  private static func data(_ block: [UInt8]) -> [UInt8] {
    var letters = BitWriter(bits: Base32.bitCount)
    for value in block.prefix(ReedSolomon.dataCount) { letters.append(value) }
    return letters.bytes
  }

  private mutating func finishBlock() {
    blocks += 1
    switch ArmorLetters.mend(&values, code) {
    case .clean: break
    case .mended: if mended.count < ArmorLetters.mostNamed { mended.append(blocks) }
    case .damaged: if damaged.count < ArmorLetters.mostNamed { damaged.append(blocks) }
    }
    for index in 0..<ReedSolomon.dataCount { letters.append(values[index]) }
    values.removeAll(keepingCapacity: true)
    var bytes = letters.takeBytes()
    if blocks == 1, head != nil {
      check.update(bytes.span.extracting(first: Armor.headCount))
      bytes.removeFirst(Armor.headCount)
    }
    give(bytes)
  }

  /// Hands out the bytes of the packet; after them come the check, and zeros.
  private mutating func give(_ bytes: [UInt8]) {
    guard let head else { return }
    let own = min(head.length - given, bytes.count)
    check.update(bytes.span.extracting(first: own))
    decoded += bytes[..<own]
    given += own
    checkBytes += bytes[own...].prefix(Armor.checkCount - checkBytes.count)
    if isDone { complete(head) }
  }

  private mutating func complete(_ head: ArmorHead) {
    if check.finishAndReset().prefix(Armor.checkCount) == checkBytes[...] {
      let content = ArmorStream.Content(range: first..<first + head.length, check: checkBytes)
      // If the last block cannot be mended, the damage may be in the padding.
      part = ArmorPart(head: head, content: content, mended: (mended + damaged).sorted())
    } else if !isFirstClean {
      // The first block may have been mended into a wrong length.
      self.head = nil
    }
  }

  /// What is wrong with the part.
  /// - Parameter end: the words after the letters; nil at the end of the text.
  func damage(before end: ArmorToken?) -> DamagedPart {
    let head = isFirstClean ? head : nil
    var (part, parts) = (head.flatMap { $0.parts > 1 ? $0.part : nil }, head?.parts)
    if case .partStart(let number) = start?.kind { part = number }
    if case .partEnd(_, let repeated) = end?.kind { parts = parts ?? repeated }
    let isShort = blocks < head.map { Armor.blocks(forBytes: $0.length) } ?? 1
    var loss = DamagedPart.Loss?.some(.end)
    if let start, let end, start.matches(end) {
      loss = isShort ? .letters : nil
    } else if isLost, damaged.count + mended.count < blocks {
      // Its end was not looked for.
      loss = nil
    }
    return DamagedPart(
      part: part, parts: parts ?? number, loss: loss, blocks: blocks, damaged: damaged,
      mended: mended, id: head?.id)
  }
}
