/// A key, or part of a paste, in a conversation on a whole screen.
enum ChatKey: Equatable {
  /// One byte of text.
  case byte(UInt8)
  case enter
  /// Alt-Enter: a line feed in the text.
  case newLine
  case backspace, delete, deleteWord, deleteLine
  case left, right, home, end
  case pageUp, pageDown
  /// ^C, or ^D: it leaves if nothing was typed.
  case interrupt, endOfInput
  case suspend
  case redraw
}

/// Turns the bytes that a terminal sends into keys. What was pasted is text, whatever it contains
/// (bracketed paste, DEC private mode 2004).
struct ChatKeyDecoder {
  private static let pasteBegins = [UInt8]("\u{1B}[200~".utf8)
  private static let pasteEnds = [UInt8]("\u{1B}[201~".utf8)
  private static let longestSequence = 16

  private(set) var isPasting = false
  private var escape: [UInt8] = []
  private var lastByte: UInt8 = 0

  /// The keys that are complete with this byte; none inside an escape sequence.
  mutating func take(_ byte: UInt8) -> ChatKey? {
    defer { lastByte = byte }
    if byte == 0x1B {
      escape = [byte]
      return nil
    }
    if !escape.isEmpty { return continueEscape(byte) }
    if isPasting {
      // A paste has CR LF, CR or LF; each is one line end.
      if byte == 0x0A, lastByte == 0x0D { return nil }
      return byte == 0x0D ? .newLine : byte == 0x0A ? .newLine : .byte(byte)
    }
    switch byte {
    case 0x0D, 0x0A: return .enter
    case 0x7F, 0x08: return .backspace
    case 0x17: return .deleteWord
    case 0x15: return .deleteLine
    case 0x01: return .home
    case 0x05: return .end
    case 0x03: return .interrupt
    case 0x04: return .endOfInput
    case 0x1A: return .suspend
    case 0x0C: return .redraw
    case 0x09, 0x20...: return .byte(byte)
    default: return nil
    }
  }

  private mutating func continueEscape(_ byte: UInt8) -> ChatKey? {
    escape.append(byte)
    if escape.count == 2 {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") { return nil }
      escape = []
      return !isPasting && (byte == 0x0D || byte == 0x0A) ? .newLine : nil
    }
    // ECMA-48, 5.4: parameters and intermediates, then one final byte.
    if (0x20...0x3F).contains(byte), escape.count < ChatKeyDecoder.longestSequence { return nil }
    let sequence = escape
    escape = []
    if sequence == ChatKeyDecoder.pasteBegins { isPasting = true }
    if sequence == ChatKeyDecoder.pasteEnds { isPasting = false }
    return isPasting ? nil : ChatKeyDecoder.key(sequence)
  }

  private static func key(_ sequence: [UInt8]) -> ChatKey? {
    switch String(decoding: sequence.dropFirst(), as: UTF8.self) {
    case "[D", "OD": .left
    case "[C", "OC": .right
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
