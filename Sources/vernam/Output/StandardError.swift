internal import Synchronization
internal import System

/// Everything that is not a result: one line each, on standard error.
enum StandardError {
  /// Whether a prompt or a bar is on the current line of the terminal.
  private static let isLineOpen = Mutex(false)

  /// Where lines go instead, while a program has the whole screen.
  private static let diversion = Mutex<(@Sendable (String) -> Void)?>(nil)

  /// From now on passes each line on instead of printing it; nil prints again.
  static func divert(_ take: (@Sendable (String) -> Void)?) {
    endLine()
    diversion.withLock { $0 = take }
  }

  /// Prints a line. If the reader of standard error went away, that is no reason to stop.
  static func line(_ text: String) {
    if let take = diversion.withLock({ $0 }) { return take(text) }
    endLine()
    write(styled(wrapped(text)) + "\n")
  }

  /// The same text with its label in bold where the terminal can do that: no text of a message can
  /// look like it.
  private static func styled(_ text: String) -> String {
    guard hasStyles, let label = ["error:", "hint:", "warning:"].first(where: text.hasPrefix)
    else { return text }
    return "\u{1B}[1m\(label)\u{1B}[0m\(text.dropFirst(label.count))"
  }

  /// Prints the line above a message: bold and reversed where the terminal can do that. No text can
  /// look like it, since escape sequences in a text are shown (VisibleText).
  static func head(_ text: String) {
    guard hasStyles, diversion.withLock({ $0 == nil }) else { return line(text) }
    endLine()
    write("\u{1B}[1;7m\(wrapped(text))\u{1B}[0m\n")
  }

  static var hasStyles: Bool {
    Stream.errors.isTerminal && EscapeSequences.areKnown
  }

  private static func wrapped(_ text: String) -> String {
    let columns = Stream.errors.isTerminal ? Stream.errors.columns : .max
    return Wrapping.wrap(text, columns: columns, indent: 2)
  }

  /// Prints a question; the answer stays on its line.
  static func prompt(_ text: String) { part(wrapped(text)) }

  /// Prints text without a line end; the next line adds it.
  static func part(_ text: String) {
    write(text)
    isLineOpen.withLock { $0 = true }
  }

  /// Notes that the person ended the line, or that there is none to end.
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

  /// Prints a warning that several steps of a command may give, but only once.
  static func warningOnce(_ text: String, hint: String? = nil) {
    if said.withLock({ $0.insert(text).inserted }) { warning(text, hint: hint) }
  }

  static func warning(_ text: String, hint: String? = nil) {
    line("warning: \(text)")
    if let hint { line("hint: \(hint)") }
  }
}
