internal import Codec
internal import Pad
internal import Primitives
internal import System

/// The form in which packets leave: bytes, armor, or armor in parts.
struct PacketText {
  /// Small enough for the text of a piece to come from memory that was used before.
  private static let pieceBytes = 32 << 10

  let isBinary: Bool
  /// Of each part, where there is a limit.
  let maximumCharacters: Int?

  /// How a packet of so many bytes is divided; nil where its bytes are written as they are.
  func layout(_ count: Int) throws -> ArmorLayout? {
    if isBinary { return nil }
    guard let maximumCharacters else { return ArmorLayout(count) }
    do throws(ArmorError) {
      return try ArmorLayout(count, maximumCharacters: maximumCharacters)
    } catch {
      throw Failure(
        error.description, hint: "allow more characters, or shorten the message", code: .usage)
    }
  }

  /// Writes a packet, a piece at a time.
  func write(
    _ packet: any ByteSource, to sink: (Span<UInt8>) throws(SystemError) -> Void
  ) throws {
    guard let layout = try layout(packet.count) else {
      return try packet.forEachPiece(of: PacketText.pieceBytes, sink)
    }
    var digest = SHA256()
    try packet.forEachPiece(of: PacketText.pieceBytes) { digest.update($0) }
    let id = Armor.id(digest: digest.finish())
    for part in layout.parts {
      if part.number > 1 { try sink([UInt8(ascii: "\n")].span) }
      var encoder = ArmorEncoder(part, id: id)
      try packet.forEachPiece(of: PacketText.pieceBytes, in: part.range) {
        piece throws(SystemError) in
        let text = encoder.append(piece)
        try sink(text.span)
      }
      let rest = encoder.finish()
      try sink(rest.span)
    }
  }
}
