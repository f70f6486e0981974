internal import System

/// Whether a terminal may have cut a typed or pasted line: it accepts only as much of a line as its
/// buffer holds, and drops the rest silently.
struct TypedLines {
  /// The most bytes of one line that a terminal accepts (the kernel's N_TTY_BUF_SIZE, less the
  /// end).
  private static let longest = 4095

  private let isTyped: Bool
  private var length = 0
  private var longest = 0

  init(of stream: Stream) { isTyped = stream.isTerminal }

  /// Counts what was read next.
  mutating func take(_ text: Span<UInt8>) {
    guard isTyped else { return }
    for index in text.indices {
      length = text[index] == UInt8(ascii: "\n") ? 0 : length + 1
      longest = max(longest, length)
    }
  }

  /// Throws if a line is so long that its end may be missing: a line that was cut looks like one
  /// that just fits.
  func check(hint: String) throws {
    guard longest >= TypedLines.longest else { return }
    throw Failure(
      "a line is too long: the terminal cut it after \(TypedLines.longest) bytes", hint: hint,
      code: .badData)
  }
}
