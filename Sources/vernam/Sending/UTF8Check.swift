internal import Pad

/// Whether secret bytes are well-formed UTF-8 (RFC 3629), a piece at a time, without turning them
/// into a String.
struct UTF8Check {
  /// False once something was invalid.
  private(set) var isValidSoFar = true
  /// Bytes that the current character still lacks, and the values that the next one may have.
  private var lacking = 0
  private var allowed: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether all bytes so far form whole characters.
  var isValid: Bool { isValidSoFar && lacking == 0 }

  static func isValid(_ text: Span<UInt8>) -> Bool {
    var check = UTF8Check()
    check.take(text)
    return check.isValid
  }

  mutating func take(_ text: Span<UInt8>) {
    var index = 0
    while index < text.count, isValidSoFar {
      if lacking == 0 { index = text.endOfASCII(from: index) }
      if index < text.count { take(text[index]) }
      index += 1
    }
  }

  private mutating func take(_ byte: UInt8) {
    if lacking > 0 {
      isValidSoFar = allowed.contains(byte)
      lacking -= 1
      allowed = 0x80...0xBF
      return
    }
    switch byte {
    case 0..<0x80: return
    case 0xC2...0xDF: begin(1, 0x80...0xBF)
    case 0xE0: begin(2, 0xA0...0xBF)
    case 0xED: begin(2, 0x80...0x9F)
    case 0xE1...0xEF: begin(2, 0x80...0xBF)
    case 0xF0: begin(3, 0x90...0xBF)
    case 0xF1...0xF3: begin(3, 0x80...0xBF)
    case 0xF4: begin(3, 0x80...0x8F)
    default: isValidSoFar = false
    }
  }

  private mutating func begin(_ lacking: Int, _ allowed: ClosedRange<UInt8>) {
    self.lacking = lacking
    self.allowed = allowed
  }
}
