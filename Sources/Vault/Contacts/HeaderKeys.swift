internal import Pad
internal import Primitives

/// The header keys of a pad's two lanes, 32 bytes each: they tell whose message a packet is. All
/// pads in a contact book share one block of secret memory for them.
struct HeaderKeys: Equatable, Sendable {
  private final class Block: Sendable {
    let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
  }

  private static let byteCount = PadShape.headerKeysBytes

  private let block: Block
  /// Where they begin in the block.
  private let start: Int

  /// 64 bytes.
  init(_ bytes: consuming SecretBytes) {
    precondition(bytes.count == HeaderKeys.byteCount)
    block = Block(bytes)
    start = 0
  }

  init(copying bytes: Span<UInt8>) { self.init(SecretBytes(copying: bytes)) }

  private init(_ block: Block, _ start: Int) {
    self.block = block
    self.start = start
  }

  /// The keys of several pads, one after another.
  static func several(_ bytes: consuming SecretBytes) -> [HeaderKeys] {
    let block = Block(bytes)
    return stride(from: 0, to: block.bytes.count, by: byteCount).map { HeaderKeys(block, $0) }
  }

  static func == (one: HeaderKeys, other: HeaderKeys) -> Bool {
    one.withBytes { one in other.withBytes { equalInConstantTime(one, $0) } }
  }

  /// Lends the key of a lane.
  func withKey<Result: ~Copyable>(lane: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    withBytes { body($0.extracting(lane * 32..<lane * 32 + 32)) }
  }

  /// Lends both keys.
  func withBytes<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
    block.bytes.withBytes { body($0.extracting(start..<start + HeaderKeys.byteCount)) }
  }

  /// The receipt of a packet of this lane.
  func receipt(_ meaning: PacketReceipt.Meaning, tag: [UInt8], lane: Int) -> PacketReceipt {
    withKey(lane: lane) { PacketReceipt(meaning, tag: tag, headerKey: $0) }
  }

  /// A copy of one key in secret memory of its own.
  func key(lane: Int) -> SecretBytes { withKey(lane: lane) { SecretBytes(copying: $0) } }
}
