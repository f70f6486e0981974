internal import System

/// Everything that is not a result: one line each, on standard error.
enum Notes {
  /// A reader of standard error that goes away is no reason to stop.
  static func line(_ text: String) { try? Stream.errors.write(Array((text + "\n").utf8).span) }

  /// Text without an end of line.
  static func part(_ text: String) { try? Stream.errors.write(Array(text.utf8).span) }

  static func warning(_ text: String) { line("warning: \(text)") }
}

/// Results: on standard output, where failing to write is an error.
enum Results {
  static func line(_ text: String) throws {
    try Stream.output.write(Array((text + "\n").utf8).span)
  }
}
