internal import Pad

/// Whether secret bytes are well-formed UTF-8 (RFC 3629), without making a String of them.
enum UTF8Check {
  static func isValid(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      guard let length = length(text, at: index) else { return false }
      index += length
    }
    return true
  }

  private static func length(_ text: Span<UInt8>, at index: Int) -> Int? {
    let first = text[index]
    if first < 0x80 { return 1 }
    let (length, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= text.count, second.contains(text[index + 1]) else { return nil }
    for place in index + 2..<max(index + 2, index + length) where text[place] & 0xC0 != 0x80 {
      return nil
    }
    return length
  }
}
