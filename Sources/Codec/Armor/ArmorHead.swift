internal import Pad

/// The first eight bytes of a part.
package struct ArmorHead: Sendable, Hashable {
  /// The first two bytes of SHA-256 of the packet.
  package let id: UInt16
  /// From 1.
  package let part: Int
  package let parts: Int
  /// Bytes of the packet in this part.
  package let length: Int

  /// Nil if `data`, eight bytes or more, cannot be the head of a part.
  init?(_ data: [UInt8]) {
    id = UInt16(data[0]) << 8 | UInt16(data[1])
    part = Int(data[2])
    parts = Int(data[3])
    length = Int(bigEndianBytes: data[4..<Armor.headCount])
    guard part >= 1, part <= parts else { return nil }
  }
}
