package import Codec
internal import Pad
internal import Primitives
package import System

/// A packet as text, to be pasted into an email or chat.
package struct PacketArmor {
  /// Small enough that memory for the text of a piece is reused.
  private static let pieceBytes = 32 << 10

  package let layout: ArmorLayout
  private let packet: any ByteSource
  private let id: [UInt8]

  package init(_ packet: any ByteSource, _ layout: ArmorLayout) throws(SystemError) {
    self.packet = packet
    self.layout = layout
    var digest = SHA256()
    try packet.forEachPiece(of: PacketArmor.pieceBytes) { digest.update($0) }
    id = Armor.id(digest: digest.finish())
  }

  /// The whole text in memory, in one part.
  package static func text(of packet: any ByteSource) throws(SystemError) -> [UInt8] {
    var text: [UInt8] = []
    try PacketArmor(packet, ArmorLayout(packet.count)).forEachPiece { text += $0.publicCopy }
    return text
  }

  /// The text of one part in memory.
  package func text(of part: ArmorLayout.Part) throws(SystemError) -> [UInt8] {
    var text: [UInt8] = []
    try forEachPiece(of: part) { text += $0.publicCopy }
    return text
  }

  /// Passes on the text, with an empty line between its parts, a piece at a time.
  package func forEachPiece(
    _ body: (Span<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) {
    for part in layout.parts {
      if part.number > 1 { try body([UInt8(ascii: "\n")].span) }
      try forEachPiece(of: part, body)
    }
  }

  private func forEachPiece(
    of part: ArmorLayout.Part, _ body: (Span<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) {
    var encoder = ArmorEncoder(part, id: id)
    try packet.forEachPiece(of: PacketArmor.pieceBytes, in: part.range) {
      piece throws(SystemError) in
      let text = encoder.append(piece)
      try body(text.span)
    }
    let rest = encoder.finish()
    try body(rest.span)
  }
}
