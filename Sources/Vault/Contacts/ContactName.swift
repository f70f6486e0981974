/// What a contact may be called (vernam(1)): 1 to 64 bytes of UTF-8 without commas, slashes,
/// control and bidirectional-control characters, without a leading dash or dot, and without a blank
/// at either end.
package enum ContactName {
  package static let maximumBytes = 64

  /// Whether a contact may get this name now.
  package static func isAllowed(_ name: String) -> Bool {
    let ends = [name.unicodeScalars.first, name.unicodeScalars.last].compactMap(\.self)
    return isValid(name) && !ends.contains(where: isUnseen)
  }

  /// Whether the contact book may hold this name: earlier versions allowed blanks at its ends.
  package static func isValid(_ name: String) -> Bool {
    let bytes = name.utf8.span
    guard (1...maximumBytes).contains(bytes.count) else { return false }
    if bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: ".") { return false }
    return bytes.indices.allSatisfy { isPlain(bytes[$0]) }
      || name.unicodeScalars.allSatisfy(isAllowed)
  }

  /// The name as typed in a shell.
  package static func typed(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      !$0.isASCII || $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "-._@+:".unicodeScalars.contains($0)
    }
    if isPlain { return name }
    let parts = name.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: "'\\''"))'"
  }

  /// Most names consist of such bytes only.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7f).contains(byte) && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "/")
  }

  /// White space, or a character without width.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && !",/\u{7f}".unicodeScalars.contains(scalar) }
    return scalar.properties.generalCategory != .control
      && scalar.properties.generalCategory != .lineSeparator
      && scalar.properties.generalCategory != .paragraphSeparator
      && !scalar.properties.isBidiControl
  }
}
