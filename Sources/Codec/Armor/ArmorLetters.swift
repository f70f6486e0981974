internal import Pad
internal import Primitives

/// The letters of one part as they arrive: most of them four blocks at a time, the rest one by one.
struct ArmorLetters: ~Copyable {
  private let code = ReedSolomon()
  private let first: Int
  private let start: ArmorToken.Kind
  private var check = SHA256()
  private var head: ArmorHead?
  private var values: [UInt8] = []
  private var unread: [Int] = []
  private var letters = BitWriter()
  private var blocks = 0
  /// At most this many mended blocks of a part are recorded, and damaged ones likewise.
  private static let mostNamed = 1024
  private var mended: [Int] = []
  private var damaged: [Int] = []
  private var given = 0
  private var decoded: [UInt8] = []
  private var checkBytes: [UInt8] = []

  /// - Parameters:
  ///   - first: how many bytes of packets were decoded before this part.
  ///   - start: the first words; a head that was mended into something else contradicts them.
  init(from first: Int, start: ArmorToken.Kind = .wholeStart) {
    self.first = first
    self.start = start
  }

  private func fits(_ head: ArmorHead) -> Bool {
    if case .partStart(let part) = start { return head.part == part }
    return head.part == 1 && head.parts == 1
  }

  /// How many bytes of packets were decoded, including those of this part.
  var end: Int { first + given }
  var isEmpty: Bool { blocks == 0 && values.isEmpty }
  /// How many blocks there must be, according to the head.
  private var needed: Int? { head.map { Armor.blocks(forBytes: $0.length) } }
  var isDone: Bool { needed.map { blocks >= $0 } ?? false }
  /// If the first block cannot be read, it is unknown how much follows.
  var isLost: Bool { blocks > 0 && head == nil }

  mutating func takeDecoded() -> [UInt8] {
    defer { decoded = [] }
    return decoded
  }

  var isInFirstBlock: Bool { blocks == 0 }

  /// Takes letters up to the last one needed and skips other characters. Returns how many
  /// characters were taken.
  mutating func take(_ text: Span<UInt8>) -> Int {
    var position = 0
    while position < text.count, !isDone, !isLost {
      position += takeLines(text.extracting(droppingFirst: position))
      guard position < text.count, !isDone else { break }
      let value = ArmorRegion.letterOrIllegible[Int(text[position])]
      if value != Base32.none { append(value) }
      position += 1
    }
    return position
  }

  /// Takes whole lines as they were written, four blocks at a time. Returns how many characters
  /// were taken.
  mutating func takeLines(_ text: Span<UInt8>) -> Int {
    values.isEmpty && blocks % 4 == 0 ? takeFours(text, 0) : 0
  }

  private mutating func takeFours(_ text: Span<UInt8>, _ position: Int) -> Int {
    guard let needed else { return 0 }
    var data: [UInt8] = []
    let fours = LetterKernel.decode(
      text.extracting(droppingFirst: position), most: (needed - blocks) / 4, to: &data)
    blocks += 4 * fours
    give(data)
    return fours * LetterKernel.textBytes
  }

  private mutating func append(_ value: UInt8) {
    if value == ArmorBlocks.illegible { unread.append(values.count) }
    values.append(value & 31)
    if values.count == ReedSolomon.blockCount { finishBlock() }
  }

  private mutating func finishBlock() {
    blocks += 1
    switch code.mend(&values, illegible: unread) {
    case .clean: break
    case .mended: if mended.count < ArmorLetters.mostNamed { mended.append(blocks) }
    case .damaged: if damaged.count < ArmorLetters.mostNamed { damaged.append(blocks) }
    }
    for index in 0..<ReedSolomon.dataCount { letters.append(values[index]) }
    values.removeAll(keepingCapacity: true)
    unread.removeAll(keepingCapacity: true)
    if blocks == 1 {
      let start = letters.bytes
      head = damaged.isEmpty ? ArmorHead(start).flatMap { fits($0) ? $0 : nil } : nil
      if head != nil {
        check.update(start.span.extracting(first: Armor.headCount))
        give(Array(letters.takeBytes()[Armor.headCount...]))
      }
    } else {
      give(letters.takeBytes())
    }
  }

  /// Hands out the bytes of the packet; after them come the check, and zeros.
  private mutating func give(_ bytes: [UInt8]) {
    guard let head else { return }
    let own = min(head.length - given, bytes.count)
    check.update(bytes.span.extracting(first: own))
    decoded += bytes[..<own]
    given += own
    checkBytes += bytes[own...].prefix(Armor.checkCount - checkBytes.count)
  }

  /// The part, if its check holds.
  var part: ArmorPart<ArmorStream.Content>? {
    mutating get {
      guard let head, check.finishAndReset().prefix(Armor.checkCount) == checkBytes[...] else {
        return nil
      }
      let content = ArmorStream.Content(range: first..<first + head.length, check: checkBytes)
      return ArmorPart(head: head, content: content, mended: (mended + damaged).sorted())
    }
  }

  func damage(_ start: ArmorToken, loss: DamagedPart.Loss?) -> DamagedPart {
    var part: Int?
    if case .partStart(let number) = start.kind { part = number }
    return DamagedPart(
      part: part, parts: part == nil ? nil : head?.parts, loss: loss, blocks: blocks,
      damaged: damaged, mended: mended)
  }
}
