internal import System

/// Results, on standard output; failing to write them is an error.
enum StandardOutput {
  static func line(_ text: String) throws { try write(text + "\n") }

  /// Prints lines of prose for people; on a narrow terminal, their continuations begin at `indent`.
  static func prose(_ lines: some Sequence<String>, indent: Int) throws {
    let columns = Stream.output.isTerminal ? Stream.output.columns : .max
    var text = ""
    for line in lines { text += Wrapping.wrap(line, columns: columns, indent: indent) + "\n" }
    try write(text)
  }

  /// Prints what the argument parser says, which has filled whole lines of the terminal already,
  /// but for those that it never breaks.
  static func answer(_ text: String) throws {
    let columns = Stream.output.isTerminal ? Stream.output.columns + 1 : .max
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    try line(
      lines.map { Wrapping.wrap(String($0), columns: columns, indent: 2) }.joined(separator: "\n"))
  }

  private static func write(_ text: String) throws {
    do throws(SystemError) { try Stream.output.write(Array(text.utf8).span) } catch {
      if error.code == SystemError.brokenPipe { throw Failure.readerLeft }
      throw Failure(
        error.description, hint: "check where the output goes (after \">\" or \"|\")",
        code: ExitStatus(error))
    }
  }
}
