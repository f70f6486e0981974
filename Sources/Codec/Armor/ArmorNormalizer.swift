/// A converter of text from anywhere into the one form that the reader sees: ASCII in lower case,
/// with compatibility forms (NFKC), HTML entities and tags, and the soft breaks of quoted-printable
/// (RFC 2045, section 6.7) undone, and format characters dropped. Anything else that is not ASCII,
/// invalid UTF-8 included, becomes a mark of 0x80 ... 0xBF, the same for the same character.
struct ArmorNormalizer {
  private(set) var text: [UInt8] = []
  private var markup = ArmorMarkup()

  /// The normal form of `input`, never longer than a small multiple of it.
  static func normalize(_ input: Span<UInt8>) -> [UInt8] {
    var normalizer = ArmorNormalizer()
    normalizer.text.reserveCapacity(input.count)
    var position = 0
    while position < input.count { normalizer.step(input, &position) }
    return normalizer.text
  }

  private mutating func step(_ input: Span<UInt8>, _ position: inout Int) {
    let byte = input[position]
    if byte == UInt8(ascii: "="), let end = ArmorNormalizer.softBreak(input, position) {
      position = end
    } else if byte < 0x80 {
      append(ascii: byte)
      position += 1
    } else {
      let (scalar, length) = ArmorNormalizer.decode(input, position)
      if let scalar { append(scalar) } else { append(mark: UInt32(byte)) }
      position += length
    }
  }

  /// The end of the soft break, `=` and a line end, at `position`; nil if there is none.
  private static func softBreak(_ input: Span<UInt8>, _ position: Int) -> Int? {
    var end = position + 1
    if end < input.count, input[end] == UInt8(ascii: "\r") { end += 1 }
    if end < input.count, input[end] == UInt8(ascii: "\n") { end += 1 }
    return end > position + 1 ? end : nil
  }

  /// The scalar of two to four bytes at `position`; nil, of length one, if there is none.
  private static func decode(
    _ input: Span<UInt8>, _ position: Int
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    let lead = input[position]
    let length = (~lead).leadingZeroBitCount
    guard (2...4).contains(length), position + length <= input.count else { return (nil, 1) }
    var value = UInt32(lead & (0x7F >> length))
    for offset in 1..<length {
      let byte = input[position + offset]
      guard byte & 0xC0 == 0x80 else { return (nil, 1) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    guard value >= [0x80, 0x800, 0x10000][length - 2], let scalar = Unicode.Scalar(value) else {
      return (nil, 1)
    }
    return (scalar, length)
  }

  private mutating func append(ascii byte: UInt8) {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): text.append(byte | 0x20)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0B, 0x0C: text.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "\t"): text.append(UInt8(ascii: " "))
    case 0..<0x20, 0x7F: break
    case UInt8(ascii: "<"), UInt8(ascii: "&"):
      markup.open(byte, at: text.count)
      text.append(byte)
    case UInt8(ascii: ">"), UInt8(ascii: ";"): close(byte)
    default: text.append(byte)
    }
  }

  /// Replaces an entity or tag by what it stands for, if `byte` ends one.
  private mutating func close(_ byte: UInt8) {
    guard let (start, scalar) = markup.close(byte, text) else { return text.append(byte) }
    text.removeLast(text.count - start)
    if let scalar { append(scalar) }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0..<0x80: append(ascii: UInt8(scalar.value))
    case 0xFF01...0xFF5E: append(ascii: UInt8(scalar.value - 0xFEE0))
    case 0x85, 0x2028, 0x2029: text.append(UInt8(ascii: "\n"))
    default: append(other: scalar)
    }
  }

  private mutating func append(other scalar: Unicode.Scalar) {
    if let ascii = CompatibilityForms.ascii(scalar.value) {
      text += ascii
    } else if scalar.properties.isWhitespace {
      text.append(UInt8(ascii: " "))
    } else if !ArmorNormalizer.isInvisible(scalar) {
      append(mark: scalar.value)
    }
  }

  private mutating func append(mark value: UInt32) {
    text.append(0x80 | UInt8(truncatingIfNeeded: value ^ value >> 6) & 0x3F)
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .nonspacingMark, .enclosingMark, .control: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
