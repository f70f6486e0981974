internal import Primitives

/// The letters between the words of a part, block by block. Memory grows with the letters, never
/// with the length that they declare.
struct ArmorBlocks {
  /// The value of a letter that is there but cannot be read.
  static let illegible: UInt8 = 0xFE

  private(set) var count = 0
  private(set) var mended: [Int] = []
  private(set) var damaged: [Int] = []
  private let code: ReedSolomon
  private var data = BitWriter()
  private var block: [UInt8] = []
  private var unread: [Int] = []

  init(code: ReedSolomon) {
    self.code = code
    block.reserveCapacity(ReedSolomon.blockCount)
  }

  /// Appends the next letter, given its value in base 32, or `illegible`.
  mutating func append(_ value: UInt8) {
    if value == ArmorBlocks.illegible { unread.append(block.count) }
    block.append(value & 31)
    if block.count == ReedSolomon.blockCount { finishBlock() }
  }

  /// Completes a block that lacks at most four letters with illegible ones.
  mutating func finish() {
    guard block.count >= ReedSolomon.dataCount else { return }
    while !block.isEmpty { append(ArmorBlocks.illegible) }
  }

  private mutating func finishBlock() {
    count += 1
    switch code.mend(&block, illegible: unread) {
    case .clean: break
    case .mended: mended.append(count)
    case .damaged: damaged.append(count)
    }
    for index in 0..<ReedSolomon.dataCount { data.append(block[index]) }
    block.removeAll(keepingCapacity: true)
    unread.removeAll(keepingCapacity: true)
  }

  /// Blocks that are not as they were written: if the last one cannot be mended, the damage may be
  /// in the padding, and the packet whole.
  var suspects: [Int] { (mended + damaged).sorted() }

  var isFirstClean: Bool { count > 0 && damaged.first != 1 && mended.first != 1 }

  /// The numbers at the head of a part, nil unless the first block can be read.
  var head: ArmorHead? {
    guard count > 0, damaged.first != 1 else { return nil }
    return ArmorHead(data.bytes)
  }

  /// Blocks that the head asks for, nil if it cannot be read.
  var needed: Int? { head.map { Armor.blocks(forBytes: $0.length) } }

  /// The bytes of the packet, if all blocks are there and the check holds.
  var packet: [UInt8]? {
    guard let head, let needed, count >= needed else { return nil }
    let end = Armor.headCount + head.length
    let check = SHA256.hash(data.bytes.span.extracting(0..<end)).prefix(Armor.checkCount)
    guard data.bytes[end..<end + Armor.checkCount] == check else { return nil }
    return [UInt8](data.bytes[Armor.headCount..<end])
  }
}
