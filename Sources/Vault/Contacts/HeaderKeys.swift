internal import Pad
internal import Primitives

/// The header keys of a pad's two lanes, 32 bytes each: they tell whose message a packet is.
final class HeaderKeys: Equatable, Sendable {
  private let bytes: SecretBytes

  /// 64 bytes.
  init(_ bytes: consuming SecretBytes) {
    precondition(bytes.count == PadShape.headerKeysBytes)
    self.bytes = bytes
  }

  convenience init(copying bytes: Span<UInt8>) { self.init(SecretBytes(copying: bytes)) }

  static func == (one: HeaderKeys, other: HeaderKeys) -> Bool {
    one.withBytes { one in other.withBytes { equalInConstantTime(one, $0) } }
  }

  /// Lends the key of a lane.
  func withKey<Result: ~Copyable>(lane: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    withBytes { body($0.extracting(lane * 32..<lane * 32 + 32)) }
  }

  /// Lends both keys.
  func withBytes<Result: ~Copyable>(_ body: (Span<UInt8>) -> Result) -> Result {
    bytes.withBytes(body)
  }

  /// The receipt of a packet of this lane.
  func receipt(_ meaning: PacketReceipt.Meaning, tag: [UInt8], lane: Int) -> PacketReceipt {
    withKey(lane: lane) { PacketReceipt(meaning, tag: tag, headerKey: $0) }
  }

  /// A copy of one key in secret memory of its own.
  func key(lane: Int) -> SecretBytes { withKey(lane: lane) { SecretBytes(copying: $0) } }
}
