internal import System

/// A line that a person types at standard input while the program does something else.
struct TypedLine {
  enum Next {
    case line(String)
    /// It is not finished.
    case nothing
    /// Nothing more can be typed.
    case inputEnded
  }

  private static let longest = 256
  private var bytes: [UInt8] = []

  /// Takes in what was typed so far. Returns at once.
  mutating func next() -> Next {
    while Stream.input.isReadable(milliseconds: 0) {
      guard let byte = try? Stream.input.readByte() else {
        return bytes.isEmpty ? .inputEnded : finish()
      }
      if byte == UInt8(ascii: "\n") {
        StandardError.lineWasEnded()
        return finish()
      }
      if bytes.count < TypedLine.longest { bytes.append(byte) }
    }
    return .nothing
  }

  private mutating func finish() -> Next {
    defer { bytes = [] }
    return .line(String(decoding: bytes, as: UTF8.self))
  }
}
