internal import Pad
internal import System

/// Lines from a stream, in locked memory, while other things happen.
struct LineReader: ~Copyable {
  enum Next: ~Copyable {
    /// Without its line end.
    case line(SecretBytes)
    /// No whole line came within the time.
    case nothing
    case end
    /// A line was longer than the limit, and was dropped.
    case tooLong
  }

  private static let pieceBytes = 64 << 10

  private let stream: Stream
  private let limit: Int
  private var bytes = SecretBytes(count: pieceBytes)
  private var filled = 0
  /// How many bytes are known to hold no line feed.
  private var searched = 0
  private var isAtEnd = false
  private var isDropping = false

  init(_ stream: Stream, limit: Int) {
    self.stream = stream
    self.limit = limit
  }

  mutating func next(milliseconds: Int) throws(SystemError) -> Next {
    while true {
      if let line = takeLine() {
        if !isDropping, line.count <= limit { return .line(line) }
        isDropping = false
        return .tooLong
      }
      if isAtEnd {
        if !isDropping { return .end }
        isDropping = false
        return .tooLong
      }
      guard stream.isReadable(milliseconds: milliseconds) else { return .nothing }
      if filled > limit {
        isDropping = true
        (filled, searched) = (0, 0)
      }
      if filled == bytes.count { bytes = bytes.resized(2 * bytes.count, keeping: filled) }
      let start = filled
      let got = try bytes.withMutableBytes { bytes throws(SystemError) in
        try stream.read(into: &bytes, from: start)
      }
      filled += got
      isAtEnd = got == 0
    }
  }

  /// The first whole line, or at the end what is left.
  private mutating func takeLine() -> SecretBytes? {
    let (start, end) = (searched, filled)
    let found = bytes.withBytes { bytes in
      (start..<end).first { bytes[$0] == UInt8(ascii: "\n") }
    }
    searched = filled
    guard let lineEnd = found ?? (isAtEnd && filled > 0 ? filled : nil) else { return nil }
    var length = lineEnd
    bytes.withBytes { if length > 0, $0[length - 1] == UInt8(ascii: "\r") { length -= 1 } }
    let line = bytes.withBytes { SecretBytes(copying: $0.extracting(first: length)) }
    let rest = min(lineEnd + 1, filled)
    let remaining = bytes.withBytes { SecretBytes(copying: $0.extracting(rest..<end)) }
    bytes = SecretBytes(count: max(LineReader.pieceBytes, remaining.count))
    remaining.withBytes { rest in bytes.withMutableBytes { $0.copy(rest, at: 0) } }
    (filled, searched) = (remaining.count, 0)
    return line
  }
}
