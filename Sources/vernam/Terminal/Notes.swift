internal import Synchronization
internal import System

/// Everything that is not a result: one line each, on standard error.
enum Notes {
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

/// Results: on standard output, where failing to write is an error.
enum Results {
  static func line(_ text: String) throws { try write(text + "\n") }

  /// Lines of prose for people; on a narrow terminal one goes on below `indent`.
  static func prose(_ lines: some Sequence<String>, indent: Int) throws {
    let columns = Stream.output.isTerminal ? Stream.output.columns : .max
    var text = ""
    for line in lines { text += Wrapping.wrap(line, columns: columns, indent: indent) + "\n" }
    try write(text)
  }

  private static func write(_ text: String) throws {
    do throws(SystemError) { try Stream.output.write(Array(text.utf8).span) } catch {
      if error.code == SystemError.brokenPipe { throw Failure.readerLeft }
      throw Failure(
        error.description, hint: "send standard output somewhere else", code: ExitStatus(error))
    }
  }
}
