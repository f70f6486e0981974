/// A key, or part of a paste, in a conversation on a whole screen.
enum ChatKey: Equatable {
  /// One byte of text.
  case byte(UInt8)
  case enter
  /// Alt-Enter: a line feed in the text.
  case newLine
  case backspace, delete, deleteWord, deleteLine, deleteToEnd
  case left, right, wordLeft, wordRight, home, end
  case up, down
  case pageUp, pageDown
  /// ^C, or ^D: it leaves if nothing was typed.
  case interrupt, endOfInput
  case suspend
  case redraw
  /// Tab: the rest of a file's name.
  case complete
}

/// Turns the bytes that a terminal sends into keys. What was pasted is text, whatever it contains
/// (bracketed paste, DEC private mode 2004).
struct ChatKeyDecoder {
  private static let escapeKey: UInt8 = 0x1B
  private static let (lineFeed, carriageReturn): (UInt8, UInt8) = (0x0A, 0x0D)
  private static let pasteBegins = [UInt8]("\u{1B}[200~".utf8)
  private static let pasteEnds = [UInt8]("\u{1B}[201~".utf8)
  private static let longestSequence = 16

  private(set) var isPasting = false
  /// The escape sequence that has begun.
  private var escape: [UInt8] = []
  private var lastByte: UInt8 = 0

  /// The keys that are complete with this byte; none inside an escape sequence.
  mutating func take(_ byte: UInt8) -> [ChatKey] {
    defer { lastByte = byte }
    if isPasting { return paste(byte) }
    if byte == ChatKeyDecoder.escapeKey {
      escape = [byte]
      return []
    }
    if let keys = continueEscape(byte) { return keys }
    return ChatKeyDecoder.key(byte).map { [$0] } ?? []
  }

  /// Only the sequence that ends the paste is not text.
  private mutating func paste(_ byte: UInt8) -> [ChatKey] {
    if byte == ChatKeyDecoder.pasteEnds[escape.count] {
      escape.append(byte)
      guard escape == ChatKeyDecoder.pasteEnds else { return [] }
      (isPasting, escape) = (false, [])
      return []
    }
    let text = escape.map(ChatKey.byte)
    escape = byte == ChatKeyDecoder.escapeKey ? [byte] : []
    if byte == ChatKeyDecoder.escapeKey { return text }
    let (lineFeed, carriageReturn) = (ChatKeyDecoder.lineFeed, ChatKeyDecoder.carriageReturn)
    // A paste has CR LF, CR or LF; each is one line end.
    if byte == lineFeed, lastByte == carriageReturn { return text }
    return text + [byte == carriageReturn || byte == lineFeed ? .newLine : .byte(byte)]
  }

  /// Nil if the byte does not continue an escape sequence: then it is a key of its own, and only
  /// the ESC is dropped.
  private mutating func continueEscape(_ byte: UInt8) -> [ChatKey]? {
    if escape.isEmpty { return nil }
    if escape.count == 1, byte != UInt8(ascii: "["), byte != UInt8(ascii: "O") {
      escape = []
      switch byte {
      case ChatKeyDecoder.carriageReturn, ChatKeyDecoder.lineFeed: return [.newLine]
      case UInt8(ascii: "b"): return [.wordLeft]
      case UInt8(ascii: "f"): return [.wordRight]
      default: return nil
      }
    }
    // ECMA-48, 5.4: parameters and intermediates, then one final byte.
    guard (0x20...0x7E).contains(byte), escape.count < ChatKeyDecoder.longestSequence else {
      escape = []
      return nil
    }
    escape.append(byte)
    if escape.count == 2 || byte < 0x40 { return [] }
    defer { escape = [] }
    if escape == ChatKeyDecoder.pasteBegins { isPasting = true }
    return ChatKeyDecoder.key(escape).map { [$0] } ?? []
  }

  private static func key(_ byte: UInt8) -> ChatKey? {
    switch byte {
    case carriageReturn, lineFeed: .enter
    case 0x7F, 0x08: .backspace
    case 0x17: .deleteWord
    case 0x15: .deleteLine
    case 0x0B: .deleteToEnd
    case 0x01: .home
    case 0x05: .end
    case 0x03: .interrupt
    case 0x04: .endOfInput
    case 0x1A: .suspend
    case 0x0C: .redraw
    case 0x09: .complete
    case 0x20...: .byte(byte)
    default: nil
    }
  }

  private static func key(_ sequence: [UInt8]) -> ChatKey? {
    switch String(decoding: sequence.dropFirst(), as: UTF8.self) {
    case "[D", "OD": .left
    case "[C", "OC": .right
    case "[A", "OA": .up
    case "[B", "OB": .down
    case "[1;5D", "[1;3D": .wordLeft
    case "[1;5C", "[1;3C": .wordRight
    case "[H", "OH", "[1~", "[7~": .home
    case "[F", "OF", "[4~", "[8~": .end
    case "[3~": .delete
    case "[5~": .pageUp
    case "[6~": .pageDown
    case "[13;2u", "[13;3u", "[27;2;13~", "[27;3;13~": .newLine
    default: nil
    }
  }
}
