internal import System

/// A question at the terminal, about something that cannot be undone.
struct Confirmation {
  let question: String
  /// The action, worded to follow "whether to".
  let purpose: String

  /// Throws unless the answer is yes.
  func ask() throws {
    guard let answer = Confirmation.answer(to: question) else {
      throw Failure(
        "there is no terminal to ask whether to \(purpose)", hint: "add --yes to answer yes",
        code: .usage)
    }
    guard ["y", "yes"].contains(answer.lowercased()) else { throw Failure.declined }
  }

  /// The line typed at the terminal; nil if there is no terminal.
  static func answer(to question: String) -> String? {
    let columns = ControllingTerminal.columns ?? .max
    return ControllingTerminal.ask(Wrapping.wrap(question, columns: columns, indent: 0))
  }
}
