internal import System

/// A question at the terminal, about something that cannot be undone.
struct Confirmation {
  let question: String
  /// The action, worded to follow "whether to".
  let purpose: String

  /// Throws unless the answer is yes.
  func confirm() throws {
    guard let isYes = try Confirmation.isYes(question, ifEmpty: false) else {
      throw Failure(
        "vernam needs a terminal to ask whether to \(purpose)", hint: "add --yes to answer yes",
        code: .usage)
    }
    if !isYes { throw Failure.declined }
  }

  /// The answer that the person gives, asked until it is yes or no; nil if there is no terminal.
  /// Throws if the answer is ^D.
  static func isYes(_ question: String, ifEmpty: Bool) throws -> Bool? {
    try answer(
      to: wrapped(question), again: "Type y for yes or n for no. \(ifEmpty ? "[Y/n]" : "[y/N]") ",
      ifEmpty: ifEmpty)
  }

  /// The same. What follows from each answer is on a line of its own.
  static func isYes(
    _ question: String, yes: String, no: String, ifEmpty: Bool
  ) throws -> Bool? {
    let prompt = "Type y or n (Enter means \(ifEmpty ? "y" : "n")): "
    let choices = [("y", yes), ("n", no)].map { wrapped("  \($0)  \($1)", indent: 5) }
    let lines = [wrapped(question)] + choices + [wrapped(prompt)]
    return try answer(to: lines.joined(separator: "\n"), again: prompt, ifEmpty: ifEmpty)
  }

  private static func wrapped(_ text: String, indent: Int = 0) -> String {
    Wrapping.wrap(text, columns: ControllingTerminal.columns ?? .max, indent: indent)
  }

  private static func answer(
    to question: String, again: String, ifEmpty: Bool
  ) throws -> Bool? {
    var question = question
    while true {
      let answer: String
      do throws(SystemError) { answer = try ask(question) } catch {
        if error.code == ControllingTerminal.missing { return nil }
        throw Failure.declined
      }
      switch answer.lowercased().filter({ !$0.isWhitespace }) {
      case "": return ifEmpty
      case "y", "yes": return true
      case "n", "no": return false
      default: question = wrapped(again)
      }
    }
  }

  private static func ask(_ question: String) throws(SystemError) -> String {
    EndingSignals.remember()
    defer { EndingSignals.release() }
    do throws(SystemError) { return try ControllingTerminal.ask(question) } catch {
      // Said here: `release` ends the program with the signal, for the shell to see.
      if EndingSignals.cameIn { Failure.cancelled.report() }
      throw error
    }
  }
}
