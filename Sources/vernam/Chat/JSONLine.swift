internal import Pad
internal import System

/// A line of JSON with one flat object (RFC 8259): strings, which may be secret, and whole numbers.
struct JSONLine: ~Copyable {

  /// Strings by name; each is taken once.
  private var texts: [String: SecretSource] = [:]
  private var numbers: [String: Int] = [:]

  /// Nil if it is anything else, or if a name comes twice.
  init?(_ line: Span<UInt8>) {
    var reader = JSONReader(line.count)
    guard reader.take(UInt8(ascii: "{"), line) else { return nil }
    if !reader.take(UInt8(ascii: "}"), line) {
      repeat {
        guard let bytes = reader.string(line) else { return nil }
        let name = JSONLine.text(bytes)
        guard reader.take(UInt8(ascii: ":"), line), texts[name] == nil, numbers[name] == nil else {
          return nil
        }
        if let number = reader.number(line) {
          numbers[name] = number
        } else if let text = reader.string(line) {
          texts[name] = SecretSource(text)
        } else {
          return nil
        }
      } while reader.take(UInt8(ascii: ","), line)
      guard reader.take(UInt8(ascii: "}"), line) else { return nil }
    }
    guard reader.isAtEnd(line) else { return nil }
  }

  /// The names of its members.
  var names: Set<String> { Set(texts.keys).union(numbers.keys) }

  func number(_ name: String) -> Int? { numbers[name] }

  /// The string as text that is not secret.
  func name(_ name: String) -> String? {
    guard let source = texts[name], let bytes = try? source.bytes(0..<source.count) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The string in locked memory.
  func secret(_ name: String) -> SecretBytes? {
    guard let source = texts[name] else { return nil }
    var copy = SecretBytes(count: source.count)
    try? copy.withMutableBytes { bytes throws(SystemError) in try source.read(into: &bytes, at: 0) }
    return copy
  }

  private static func text(_ bytes: consuming SecretBytes) -> String {
    bytes.withBytes { String(decoding: $0.publicCopy, as: UTF8.self) }
  }
}

/// A reader of the parts of JSON, one after the other. Each skips blanks before it.
private struct JSONReader {
  private let count: Int
  private var index = 0

  init(_ count: Int) { self.count = count }

  mutating func take(_ byte: UInt8, _ line: Span<UInt8>) -> Bool {
    skipBlanks(line)
    guard index < count, line[index] == byte else { return false }
    index += 1
    return true
  }

  mutating func isAtEnd(_ line: Span<UInt8>) -> Bool {
    skipBlanks(line)
    return index == count
  }

  /// A whole number of at most nine digits; nil if none begins here.
  mutating func number(_ line: Span<UInt8>) -> Int? {
    skipBlanks(line)
    var value = 0
    let start = index
    // No number begins with a zero but zero itself.
    if index < count, line[index] == UInt8(ascii: "0") {
      index += 1
      return 0
    }
    while index < count, (0x30...0x39).contains(line[index]), index - start < 9 {
      value = 10 * value + Int(line[index] & 15)
      index += 1
    }
    return index > start ? value : nil
  }

  /// A string, with its escapes replaced. Nil if none begins here, or if it is not valid.
  mutating func string(_ line: Span<UInt8>) -> SecretBytes? {
    guard take(UInt8(ascii: "\""), line) else { return nil }
    var text = SecretBytes(count: count - index + 1)
    var used = 0
    while index < count {
      let byte = line[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return text.resized(used, keeping: used)
      case UInt8(ascii: "\\"):
        guard let scalar = escape(line) else { return nil }
        for byte in UTF8.encode(scalar)! {
          text.withMutableBytes { $0[used] = byte }
          used += 1
        }
      case 0..<0x20: return nil
      default:
        text.withMutableBytes { $0[used] = byte }
        used += 1
      }
    }
    return nil
  }

  private mutating func escape(_ line: Span<UInt8>) -> Unicode.Scalar? {
    guard index < count else { return nil }
    let byte = line[index]
    index += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"):
      guard let first = hexadecimal(line) else { return nil }
      guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
      // Two halves of one character (RFC 8259, section 7).
      guard index + 1 < count, line[index] == UInt8(ascii: "\\"),
        line[index + 1] == UInt8(ascii: "u")
      else { return nil }
      index += 2
      guard let second = hexadecimal(line), (0xDC00..<0xE000).contains(second) else { return nil }
      return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    default: return nil
    }
  }

  private mutating func hexadecimal(_ line: Span<UInt8>) -> UInt32? {
    guard index + 4 <= count else { return nil }
    var value: UInt32 = 0
    for place in index..<index + 4 {
      let byte = line[place]
      guard byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        return nil
      }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }

  private mutating func skipBlanks(_ line: Span<UInt8>) {
    while index < count, [0x20, 0x09, 0x0D, 0x0A].contains(line[index]) { index += 1 }
  }
}
