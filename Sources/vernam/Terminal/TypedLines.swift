internal import System

/// Whether a terminal may have cut a line that was typed or pasted there: it takes no more of a line
/// than its buffer holds, and says nothing of the rest.
struct TypedLines {
  /// What a terminal takes of one line, in bytes (N_TTY_BUF_SIZE in the kernel, less its end).
  private static let longest = 4095

  private let isTyped: Bool
  private var length = 0
  private var longest = 0

  init(of stream: Stream) { isTyped = stream.isTerminal }

  /// Takes what was read next.
  mutating func take(_ text: Span<UInt8>) {
    guard isTyped else { return }
    for index in text.indices {
      length = text[index] == UInt8(ascii: "\n") ? 0 : length + 1
      longest = max(longest, length)
    }
  }

  /// Throws where a line is so long that its end may be missing: one that was cut cannot be told from
  /// one that just fits.
  func check(hint: String) throws {
    guard longest >= TypedLines.longest else { return }
    throw Failure(
      "the terminal cut a line after \(TypedLines.longest) bytes", hint: hint, code: .badData)
  }
}
