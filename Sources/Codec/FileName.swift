/// The name of a file that is sent: a last path component, never used as a path. It is visible in a
/// directory and in arguments, so it is not secret on this machine.
package struct FileName: Equatable, Sendable {
  /// The most bytes that a body has room for.
  package static let maximumBytes = Int(UInt16.max)
  /// The most bytes that file systems allow in a name.
  private static let usableBytes = 255

  /// As it came, which may be anything; empty if there is none.
  package let bytes: [UInt8]

  /// At most `maximumBytes` of them.
  package init(_ bytes: [UInt8]) {
    precondition(bytes.count <= FileName.maximumBytes)
    self.bytes = bytes
  }

  /// The last component of a path.
  package init(path: String) {
    self.init(Array((path.split(separator: "/").last ?? "").utf8.prefix(FileName.maximumBytes)))
  }

  /// The name, if a file can have it without surprises: 1 to 255 bytes of UTF-8 without slash,
  /// control, formatting and bidirectional-control characters, without separators of lines and
  /// paragraphs, without white space at either end (which nobody sees), and without a leading dash
  /// (an option) or dot (hidden, and read by shells).
  package var usable: String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard (1...FileName.usableBytes).contains(bytes.count), Array(text.utf8) == bytes,
      text.unicodeScalars.allSatisfy(FileName.isHarmless), let first = bytes.first,
      first != UInt8(ascii: "-"), first != UInt8(ascii: "."),
      ![text.unicodeScalars.first, text.unicodeScalars.last].contains(where: FileName.isWhite)
    else { return nil }
    return text
  }

  private static func isWhite(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.properties.isWhitespace == true
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: scalar != "/" && !scalar.properties.isBidiControl
    }
  }
}
