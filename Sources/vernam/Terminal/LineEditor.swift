/// Text that is edited while it is typed, as a terminal edits lines: with Backspace, ^W, ^U and ^D.
/// Other keys that send escape sequences, such as arrows, add nothing. If the terminal marks what
/// was pasted (bracketed paste), nothing in it acts as a key.
struct LineEditor {
  /// What a key changed on the screen.
  enum Effect: Equatable {
    case nothing
    case added
    case erased(columns: Int)
  }

  private static let pasteBegins = [UInt8]("\u{1B}[200~".utf8)
  private static let pasteEnds = [UInt8]("\u{1B}[201~".utf8)

  /// Bytes of the text so far.
  private(set) var count = 0
  /// Whether ^D was typed, or `close` called.
  private(set) var isOver = false
  private(set) var isPasting = false
  /// The escape sequence that has begun.
  private var escape: [UInt8] = []

  /// Begins a new text; the keys that follow go on from those before.
  mutating func startText() { count = 0 }

  mutating func close() { isOver = true }

  /// Takes the next key. `text` has room for one more byte.
  mutating func take(_ key: UInt8, into text: inout MutableSpan<UInt8>) -> Effect {
    if continuesEscape(key) { return .nothing }
    if !isPasting {
      switch key {
      // The terminal itself turns a ^D that was typed before the program began to read into NUL.
      case 0x04, 0x00:
        close()
        return .nothing
      case 0x08, 0x7F: return .erased(columns: eraseCharacter(of: text))
      case 0x15: return .erased(columns: erase(from: text) { _ in true })
      case 0x17:
        let blanks = erase(from: text) { $0 == 0x20 || $0 == 0x09 }
        return .erased(columns: blanks + erase(from: text) { $0 != 0x20 && $0 != 0x09 })
      default: break
      }
    }
    text[count] = key
    count += 1
    return .added
  }

  /// Whether the key is part of an escape sequence: ESC, `[` or `O`, and characters up to a letter
  /// or `~`. An ESC by itself is dropped.
  private mutating func continuesEscape(_ key: UInt8) -> Bool {
    if key == 0x1B {
      // Whatever had begun is no sequence: this one may be the end of a paste.
      escape = [key]
      return true
    }
    switch escape.count {
    case 0: return false
    case 1 where key != UInt8(ascii: "[") && key != UInt8(ascii: "O"),
      2... where !(0x20...0x7E).contains(key):
      escape = []
      return false
    default: escape.append(key)
    }
    guard escape.count > 2, key >= 0x40 else { return true }
    if escape == LineEditor.pasteBegins { isPasting = true }
    if escape == LineEditor.pasteEnds { isPasting = false }
    escape = []
    return true
  }

  /// Erases characters of the last line while `isErased` holds for their last byte; returns their
  /// columns.
  private mutating func erase(
    from text: borrowing MutableSpan<UInt8>, while isErased: (UInt8) -> Bool
  ) -> Int {
    var columns = 0
    while count > 0, isErased(text[count - 1]) {
      let width = eraseCharacter(of: text)
      if width == 0 { break }
      columns += width
    }
    return columns
  }

  /// Erases the last character of the last line; returns its columns, as a terminal counts them.
  private mutating func eraseCharacter(of text: borrowing MutableSpan<UInt8>) -> Int {
    guard count > 0, text[count - 1] != UInt8(ascii: "\n") else { return 0 }
    let last = text[count - 1]
    count -= 1
    if last < 0x80 { return LineEditor.isControl(last) ? 2 : 1 }
    var first = last
    while first & 0xC0 == 0x80, count > 0, text[count - 1] >= 0x80 {
      first = text[count - 1]
      count -= 1
    }
    return 1
  }

  /// Whether a terminal shows the byte as two characters, such as ^A.
  static func isControl(_ byte: UInt8) -> Bool {
    (byte < 0x20 && byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\n")) || byte == 0x7F
  }
}
