/// The escapes of quoted-printable (RFC 2045, section 6.7): an equals sign and two hexadecimal
/// digits. The normalizer undoes soft breaks only, since after a soft break that lost its line end
/// letters may look like an escape.
enum QuotedPrintable {
  /// Turns every escape in normalized `text` into spaces: no letter of the armor needs one. Returns
  /// whether there were any.
  static func dropEscapes(_ text: inout [UInt8]) -> Bool {
    var found = false
    guard text.count >= 3 else { return false }
    for index in 0..<text.count - 2 where text[index] == UInt8(ascii: "=") {
      guard isHexadecimal(text[index + 1]), isHexadecimal(text[index + 2]) else { continue }
      let isEquals = text[index + 1] == UInt8(ascii: "3") && text[index + 2] == UInt8(ascii: "d")
      for offset in 0..<3 { text[index + offset] = UInt8(ascii: " ") }
      // Encoded twice: the equals sign may begin another escape.
      if isEquals { text[index + 2] = UInt8(ascii: "=") }
      found = true
    }
    return found
  }

  /// Decodes a line, with its end; nothing is left of a soft break.
  static func decode(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var rest = line
    while let last = rest.last, ArmorWords.isWhite(last) { rest.removeLast() }
    var decoded: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "=") {
        decoded.append(byte)
      } else if rest.isEmpty {
        return decoded
      } else if rest.prefix(2).count(where: isHexadecimal) == 2 {
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        decoded.append(UInt8(digits, radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      }
    }
    return decoded + [UInt8(ascii: "\n")]
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    ArmorWords.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
