internal import Codec
internal import Pad
internal import Primitives
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

  /// Small enough that memory for the text of a piece is reused.
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
    var digest = SHA256()
    try packet.forEachPiece(of: PacketText.pieceBytes) { digest.update($0) }
    let id = Armor.id(digest: digest.finish())
    for part in layout.parts {
      if part.number > 1 { try sink([UInt8(ascii: "\n")].span) }
      try write(part, of: packet, id: id, to: sink)
    }
  }

  private func write(
    _ part: ArmorLayout.Part, of packet: any ByteSource, id: [UInt8],
    to sink: (Span<UInt8>) throws(SystemError) -> Void
  ) throws {
    guard case .codes(let page) = form else {
      return try forEachText(part, of: packet, id: id, sink)
    }
    var text: [UInt8] = []
    try forEachText(part, of: packet, id: id) { text += $0.publicCopy }
    let drawing = Array(page.drawing(of: text, part).utf8)
    try sink(drawing.span)
    page.pause(after: part)
  }

  /// Passes the armor of a part to `body`, a piece at a time.
  private func forEachText(
    _ part: ArmorLayout.Part, of packet: any ByteSource, id: [UInt8],
    _ body: (Span<UInt8>) throws(SystemError) -> Void
  ) throws {
    var encoder = ArmorEncoder(part, id: id)
    try packet.forEachPiece(of: PacketText.pieceBytes, in: part.range) {
      piece throws(SystemError) in
      let text = encoder.append(piece)
      try body(text.span)
    }
    let rest = encoder.finish()
    try body(rest.span)
  }
}
