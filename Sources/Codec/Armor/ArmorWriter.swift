internal import Pad

extension Armor {
  /// The first bytes of the digest, SHA-256, of a packet, which tell its parts from others.
  package static func id(digest: [UInt8]) -> [UInt8] { Array(digest.prefix(2)) }

  /// Whether parts with this id may be those of a packet with this digest.
  package static func isID(_ id: UInt16, _ digest: [UInt8]) -> Bool {
    id.bigEndianBytes == self.id(digest: digest)
  }

  /// Writes one part as it was read.
  package static func write(_ part: ArmorPart<[UInt8]>) -> [UInt8] {
    var encoder = ArmorEncoder(ArmorLayout.Part(part.head), id: part.head.id.bigEndianBytes)
    let text = encoder.append(part.content.span)
    return text + encoder.finish()
  }
}
