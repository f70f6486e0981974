internal import Pad
internal import System

/// One picture of the screen, composed in locked memory and written at once.
struct ScreenPainter: ~Copyable {
  private var bytes = SecretBytes(count: 16 << 10)
  private var count = 0

  /// Begins on a terminal; nothing is seen before `show`. A terminal may find a character wider than
  /// we do: what does not fit must not go on in the next row, where it would look like a row of its
  /// own, so that wrapping (DEC private mode 7) is off while we paint.
  init() { put("\u{1B}[?2026h\u{1B}[?25l\u{1B}[?7l") }

  mutating func put(_ text: String) { put(Array(text.utf8).span) }

  mutating func put(_ text: Span<UInt8>) {
    while count + text.count > bytes.count {
      bytes = bytes.resized(2 * bytes.count, keeping: count)
    }
    let place = count
    bytes.withMutableBytes { $0.copy(text, at: place) }
    count += text.count
  }

  /// Goes to the beginning of a row, counted from 0, and clears it.
  mutating func row(_ row: Int) { put("\u{1B}[\(row + 1);1H\u{1B}[0m\u{1B}[2K") }

  /// Ends the picture, with the cursor at this place.
  mutating func end(row: Int, column: Int) {
    put("\u{1B}[\(row + 1);\(column + 1)H\u{1B}[?7h\u{1B}[?25h\u{1B}[?2026l")
  }

  /// Lends the picture.
  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    bytes.withBytes { body($0.extracting(first: count)) }
  }

  func show(on terminal: Stream) {
    try? bytes.withBytes { bytes throws(SystemError) in
      try terminal.write(bytes.extracting(first: count))
    }
  }
}
