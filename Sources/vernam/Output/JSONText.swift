internal import Pad

/// The inside of a JSON string (RFC 8259, section 7), made of UTF-8 text a piece at a time in locked
/// memory. As in `JSON`, whatever a terminal would obey is escaped, too.
struct JSONText: ~Copyable {
  /// What is escaped has at most three bytes.
  private static let longest = 3
  /// Bytes of `\u0000`.
  private static let escapeBytes = 6

  /// The end of what came, which may be the start of something to escape.
  private var rest = SecretBytes(count: 0)

  mutating func encode(_ text: Span<UInt8>) -> SecretBytes {
    let all = SecretBytes(joining: rest, text)
    return encode(all, upTo: max(0, all.count - JSONText.longest + 1))
  }

  mutating func finish() -> SecretBytes {
    let nothing: [UInt8] = []
    let all = SecretBytes(joining: rest, nothing.span)
    return encode(all, upTo: all.count)
  }

  /// Encodes what begins before `end`, and keeps the rest.
  private mutating func encode(_ all: borrowing SecretBytes, upTo end: Int) -> SecretBytes {
    var result = SecretBytes(count: JSONText.escapeBytes * all.count)
    var (read, written) = (0, 0)
    all.withBytes { text in
      result.withMutableBytes { result in
        while read < end {
          if let (count, code) = JSONText.escape(text, at: read) {
            let digits = String(code, radix: 16)
            let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            for byte in escape.utf8 {
              result[written] = byte
              written += 1
            }
            read += count
          } else {
            result[written] = text[read]
            (read, written) = (read + 1, written + 1)
          }
        }
      }
      rest = SecretBytes(copying: text.extracting(read..<text.count))
    }
    return result.resized(written, keeping: written)
  }

  /// The bytes at `index` that are to be escaped, and their character; nil if none are.
  private static func escape(_ text: Span<UInt8>, at index: Int) -> (count: Int, code: UInt16)? {
    let first = text[index]
    let second = index + 1 < text.count ? text[index + 1] : 0
    let third = index + 2 < text.count ? text[index + 2] : 0
    switch (first, second, third) {
    case (0..<0x20, _, _), (0x22, _, _), (0x5C, _, _), (0x7F, _, _): return (1, UInt16(first))
    case (0xC2, 0x80...0x9F, _): return (2, UInt16(second))
    // Marks and embeddings that change the direction of text.
    case (0xD8, 0x9C, _): return (2, 0x061C)
    case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xAA...0xAE), (0xE2, 0x81, 0xA6...0xA9):
      return (3, 0x2000 | UInt16(second & 1) << 6 | UInt16(third & 0x3F))
    default: return nil
    }
  }
}
