/// A converter of text from anywhere into the one form that the reader sees: ASCII in lower case,
/// with compatibility forms (NFKC), HTML entities and tags, and the soft breaks of quoted-printable
/// (RFC 2045, section 6.7) undone, and format characters dropped. Anything else that is not ASCII,
/// invalid UTF-8 included, becomes a mark of 0x80 ... 0xBF, the same for the same character.
struct ArmorNormalizer {
  /// What each byte becomes that needs no look at its neighbours, or `notPlain`.
  private static let plainForms: [UInt8] = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0x0B, 0x0C: UInt8(ascii: "\n")
    case UInt8(ascii: "\t"): UInt8(ascii: " ")
    case 0..<0x20, 0x7F...0xFF: notPlain
    default: [UInt8]("<>&;=".utf8).contains(byte) ? notPlain : byte
    }
  }
  private static let notPlain: UInt8 = 0xFF

  private(set) var text: [UInt8] = []
  private var markup = ArmorMarkup()
  /// How many characters outside ASCII are remembered, each at a place of its own or of a few.
  private static let mostRecent = 256
  /// Such characters and their forms: a text repeats the same few, and looking one up in the tables
  /// of Unicode is slow. Empty before the first.
  private var recent: [(scalar: UInt32, form: [UInt8])] = []

  /// The normal form of `input`, never longer than a small multiple of it.
  static func normalize(_ input: Span<UInt8>) -> [UInt8] {
    var normalizer = ArmorNormalizer()
    normalizer.text.reserveCapacity(input.count)
    var position = 0
    while position < input.count {
      normalizer.appendPlain(input, &position)
      if position < input.count { normalizer.step(input, &position) }
    }
    return normalizer.text
  }

  /// Takes the bytes from `position` on that need no look at their neighbours.
  private mutating func appendPlain(_ input: Span<UInt8>, _ position: inout Int) {
    let forms = ArmorNormalizer.plainForms
    let start = position
    while position < input.count, forms[Int(input[position])] != ArmorNormalizer.notPlain {
      position += 1
    }
    guard position > start else { return }
    text.append(addingCapacity: position - start) { text in
      for index in start..<position { text.append(forms[Int(input[index])]) }
    }
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
      if let scalar { append(scalar) } else { text.append(ArmorNormalizer.mark(UInt32(byte))) }
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
    case UInt8(ascii: "<"), UInt8(ascii: "&"):
      markup.open(byte, at: text.count)
      text.append(byte)
    case UInt8(ascii: ">"), UInt8(ascii: ";"): close(byte)
    case UInt8(ascii: "="): text.append(byte)
    default:
      let form = ArmorNormalizer.plainForms[Int(byte)]
      // Control characters are left out.
      if form != ArmorNormalizer.notPlain { text.append(form) }
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
    if recent.isEmpty { recent = Array(repeating: (0, []), count: ArmorNormalizer.mostRecent) }
    let place = Int(scalar.value) % recent.count
    if recent[place].scalar != scalar.value {
      recent[place] = (scalar.value, ArmorNormalizer.form(scalar))
    }
    text += recent[place].form
  }

  private static func form(_ scalar: Unicode.Scalar) -> [UInt8] {
    if let ascii = CompatibilityForms.ascii(scalar.value) { return ascii }
    if scalar.properties.isWhitespace { return [UInt8(ascii: " ")] }
    return isInvisible(scalar) ? [] : [mark(scalar.value)]
  }

  private static func mark(_ value: UInt32) -> UInt8 {
    0x80 | UInt8(truncatingIfNeeded: value ^ value >> 6) & 0x3F
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .format, .nonspacingMark, .enclosingMark, .control: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
