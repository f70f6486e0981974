/// A part in one line of characters of the alphanumeric mode of QR codes (ISO/IEC 18004, 7.3.4):
/// the same words and letters in upper case, without the comma and the spaces between groups.
package enum ArmorLine {
  /// Characters of a block.
  package static let blockCharacters = ReedSolomon.blockCount

  /// The line, without a line end, of a part that is written in lines. It is at most as long as the
  /// layout for `blockCharacters` counts.
  package static func line(_ part: [UInt8]) -> [UInt8] {
    let space = UInt8(ascii: " ")
    let lines = part.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, let last = lines.last, lines.count > 2 else {
      preconditionFailure("a part has first words, letters and last words")
    }
    let letters = lines[1..<lines.count - 1].joined().filter { $0 != space }
    return words(first) + [space] + letters + [space] + words(last)
  }

  private static func words(_ line: ArraySlice<UInt8>) -> [UInt8] {
    line.filter { $0 != UInt8(ascii: ",") }.map { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
    }
  }
}
