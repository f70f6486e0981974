internal import Synchronization
internal import System

/// Everything that is not a result: one line each, on standard error.
enum Notes {
  /// Whether a prompt or a bar stands on the current line of the terminal.
  private static let isLineOpen = Mutex(false)

  /// A reader of standard error that goes away is no reason to stop.
  static func line(_ text: String) {
    endLine()
    write(Wrapping.fit(text, for: .errors, indent: 2) + "\n")
  }

  /// Text without an end of line; the next line ends it.
  static func part(_ text: String) {
    write(text)
    isLineOpen.withLock { $0 = true }
  }

  /// The person ended the line, or there is none to end.
  static func lineWasEnded() { isLineOpen.withLock { $0 = false } }

  /// Ends the line of a prompt or a bar, if there is one.
  static func endLine() {
    let isOpen = isLineOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    if isOpen { write("\n") }
  }

  private static func write(_ text: String) { try? Stream.errors.write(Array(text.utf8).span) }

  static func warning(_ text: String) { line("warning: \(text)") }
}

/// Results: on standard output, where failing to write is an error.
enum Results {
  static func line(_ text: String) throws {
    try Stream.output.write(Array((text + "\n").utf8).span)
  }

  /// A line of prose for people; on a narrow terminal it goes on below `indent`.
  static func prose(_ text: String, indent: Int) throws {
    try line(Wrapping.fit(text, for: .output, indent: indent))
  }
}
