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
    let columns = ControllingTerminal.columns ?? .max
    var question = question
    while true {
      let answer: String
      do throws(SystemError) {
        answer = try ask(Wrapping.wrap(question, columns: columns, indent: 0))
      } catch {
        if error.code == ControllingTerminal.missing { return nil }
        throw Failure.declined
      }
      switch answer.lowercased().filter({ !$0.isWhitespace }) {
      case "": return ifEmpty
      case "y", "yes": return true
      case "n", "no": return false
      default: question = "Type y for yes or n for no. \(ifEmpty ? "[Y/n]" : "[y/N]") "
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
