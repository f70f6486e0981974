internal import Synchronization
internal import System

/// Everything that is not a result: one line each, on standard error.
enum StandardError {
  /// Whether a prompt or a bar stands on the current line of the terminal.
  private static let isLineOpen = Mutex(false)

  /// A reader of standard error that goes away is no reason to stop.
  static func line(_ text: String) {
    endLine()
    let columns = Stream.errors.isTerminal ? Stream.errors.columns : .max
    write(Wrapping.wrap(text, columns: columns, indent: 2) + "\n")
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

  private static let said = Mutex<Set<String>>([])

  /// A warning that each step of a command may have reason for.
  static func warningOnce(_ text: String) {
    if said.withLock({ $0.insert(text).inserted }) { warning(text) }
  }

  static func warning(_ text: String) { line("warning: \(text)") }
}
