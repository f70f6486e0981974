/// A packet read from its armor.
package struct ArmoredPacket: Sendable, Equatable {
  /// The packet; ciphertext.
  package let bytes: [UInt8]
  /// How many parts it came in.
  package let parts: Int
  /// The blocks in which letters were wrong or illegible and were mended.
  package let mended: [ArmorBlock]

  /// The parts themselves, if there are several.
  package let pieces: [ArmorPart<[UInt8]>]

  package init(
    bytes: [UInt8], parts: Int = 1, mended: [ArmorBlock] = [],
    from pieces: [ArmorPart<[UInt8]>] = []
  ) {
    self.bytes = bytes
    self.parts = parts
    self.mended = mended
    self.pieces = parts > 1 ? pieces : []
  }

  package static func == (first: ArmoredPacket, second: ArmoredPacket) -> Bool {
    (first.bytes, first.parts, first.mended) == (second.bytes, second.parts, second.mended)
  }
}
