package import Pad

/// Text for a terminal, a piece at a time: anything it would obey is made visible, and the last
/// line is ended.
package struct VisibleText: ~Copyable {
  private static let longestScalar = 4
  /// Output bytes per input byte, at most: the longest replacement, `\u{10FFFF}`, replaces at least
  /// two.
  package static let longestReplacement = 6

  /// The start of a character whose end has not arrived yet.
  private var rest = SecretBytes(count: 0)
  private var isLineEnded = false

  package init() {}

  /// All of a text, with its last line ended.
  package static func whole(_ text: Span<UInt8>) -> SecretBytes {
    var encoder = VisibleText()
    let start = encoder.encode(text)
    let end = encoder.finish()
    return end.withBytes { SecretBytes(joining: start, $0) }
  }

  /// Encodes all but the last few bytes, which may be the start of a character.
  package mutating func encode(_ text: Span<UInt8>) -> SecretBytes {
    let all = SecretBytes(joining: rest, text)
    let end = all.withBytes { max(0, $0.count - VisibleText.longestScalar + 1) }
    return all.withBytes { encode($0, from: end) }
  }

  /// Encodes what is left, and ends the last line if it is not ended.
  package mutating func finish() -> SecretBytes {
    let nothing: [UInt8] = []
    let last = SecretBytes(joining: rest, nothing.span)
    var shown = last.withBytes { encode($0, from: $0.count) }
    if isLineEnded { return shown }
    let count = shown.count
    shown = shown.resized(count + 1, keeping: count)
    shown.withMutableBytes { $0[count] = UInt8(ascii: "\n") }
    return shown
  }

  /// Encodes the characters that begin before `end`, and keeps the others for later.
  private mutating func encode(_ text: Span<UInt8>, from end: Int) -> SecretBytes {
    var shown = SecretBytes(count: text.count * VisibleText.longestReplacement)
    var used = 0
    var start = 0
    shown.withMutableBytes { shown in
      start = VisibleText.store(text, 0..<end, in: &shown, at: &used)
      if used > 0 { isLineEnded = shown[used - 1] == UInt8(ascii: "\n") }
    }
    rest = SecretBytes(copying: text.extracting(droppingFirst: start))
    return shown.resized(used, keeping: used)
  }

  /// Stores the characters that begin in `range`, with anything a terminal would obey made visible,
  /// and returns where the last of them ends. `used` counts the bytes in `shown`, which has room
  /// for `longestReplacement` bytes per byte of text.
  package static func store(
    _ text: Span<UInt8>, _ range: Range<Int>, in shown: inout MutableSpan<UInt8>,
    at used: inout Int
  ) -> Int {
    var start = range.lowerBound
    while start < range.upperBound {
      let length = VisibleText.scalarLength(text, at: start)
      let scalar = text.extracting(start..<start + length)
      if let name = VisibleText.replacement(scalar) {
        for byte in name.utf8 { shown.store(byte, at: &used) }
      } else {
        shown.store(scalar, at: &used)
      }
      start += length
    }
    return start
  }

  /// Bytes of the UTF-8 sequence that begins here; 1 if none does.
  package static func scalarLength(_ text: Span<UInt8>, at start: Int) -> Int {
    let expected =
      switch text[start] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard start + expected <= text.count else { return 1 }
    for index in start + 1..<start + max(1, expected) where text[index] & 0xC0 != 0x80 { return 1 }
    // A longer sequence than the character needs is not UTF-8 (RFC 3629, section 3).
    let value = value(of: text.extracting(start..<start + expected))
    let least: UInt32 = expected == 3 ? 0x800 : expected == 4 ? 0x10000 : 0
    return value < least ? 1 : expected
  }

  /// The code point of one UTF-8 sequence.
  package static func value(of scalar: Span<UInt8>) -> UInt32 {
    if scalar.count == 1 { return UInt32(scalar[0]) }
    var value = UInt32(scalar[0] & (0x7F >> UInt8(scalar.count)))
    for index in 1..<scalar.count { value = value << 6 | UInt32(scalar[index] & 0x3F) }
    return value
  }

  /// The visible form of a control character, a bidirectional control, a character that cannot be
  /// seen, or a stray byte; nil for others.
  package static func replacement(_ scalar: Span<UInt8>) -> String? {
    if scalar.count == 1, scalar[0] >= 0x80 { return "\\x" + String(scalar[0], radix: 16) }
    let value = value(of: scalar)
    guard let character = Unicode.Scalar(value) else { return "\\u{\(String(value, radix: 16))}" }
    return character == "\n" || character == "\t" ? nil : replacement(character)
  }

  /// One line in which nothing is left that a terminal would obey, not even a line feed: a file's
  /// name must not look like a line of its own.
  package static func line(_ text: String) -> String {
    // Most lines are such; asking Unicode about each letter costs more than the rest of `status`.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var line = ""
    for scalar in text.unicodeScalars { line += replacement(scalar) ?? String(scalar) }
    return line
  }

  private static func replacement(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.properties.generalCategory {
    case .control where scalar.value < 0x20: "^" + String(Unicode.Scalar(scalar.value + 0x40)!)
    case .control where scalar.value == 0x7F: "^?"
    case .control, .lineSeparator, .paragraphSeparator: escape(scalar)
    default: isUnseen(scalar) || scalar.properties.isBidiControl ? escape(scalar) : nil
    }
  }

  /// Whether nothing is shown for it: zero-width spaces and tags, for example, the marks around
  /// annotations and between hieroglyphs, and the empty pattern of Braille. The joiners and
  /// variation selectors stay, since scripts and emoji need them.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xFFF9...0xFFFB, 0x2800, 0x13430...0x1345F, 0x16FE4, 0x1D159: return true
    default: break
    }
    return scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isVariationSelector
      && !scalar.properties.isJoinControl
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16))}"
  }
}
