internal import Codec
internal import Exchange
internal import Pad
internal import System
internal import Wording

/// The form in which packets leave: bytes, armor, armor in parts, or QR codes.
struct PacketText {
  enum Form {
    case binary
    /// Characters per part, if there is a limit.
    case armor(maximumCharacters: Int?)
    case codes(QRPage)
  }

  private static let pieceBytes = 32 << 10

  let form: Form

  /// Whether people copy it from the screen.
  var isToCopy: Bool { if case .armor = form { true } else { false } }
  var isBinary: Bool { if case .binary = form { true } else { false } }

  /// How a packet of `count` bytes is divided; nil if its bytes are written as they are.
  func layout(_ count: Int) throws -> ArmorLayout? {
    switch form {
    case .binary: return nil
    case .armor(nil): return ArmorLayout(count)
    case .codes(let page): return try page.layout(count)
    case .armor(let maximumCharacters?):
      do throws(ArmorError) {
        return try ArmorLayout(count, maximumCharacters: maximumCharacters)
      } catch {
        throw Failure(
          error.what, hint: "raise --max-chars, or shorten the message", code: .usage)
      }
    }
  }

  /// The length of a packet of `count` bytes in this form, for people.
  func length(_ count: Int) throws -> String {
    guard let layout = try layout(count) else { return "\(count) bytes" }
    let parts = layout.parts.count
    if case .codes = form { return parts > 1 ? "\(parts) QR codes" : "1 QR code" }
    return "\(layout.characters) characters" + (parts > 1 ? " in \(parts) parts" : "")
  }

  /// Writes a packet, a piece at a time.
  func write(
    _ packet: any ByteSource, to sink: (Span<UInt8>) throws(SystemError) -> Void
  ) throws {
    guard let layout = try layout(packet.count) else {
      return try packet.forEachPiece(of: PacketText.pieceBytes, sink)
    }
    let armor = try PacketArmor(packet, layout)
    guard case .codes(let page) = form else { return try armor.forEachPiece(sink) }
    for part in layout.parts {
      if part.number > 1 { try sink([UInt8(ascii: "\n")].span) }
      let drawing = Array(page.drawing(of: try armor.text(of: part), part).utf8)
      try sink(drawing.span)
      page.pause(after: part)
    }
  }
}
