internal import System

/// A question about what cannot be undone, asked at the terminal.
struct Confirmation {
  let question: String
  /// What is asked for, after "whether to".
  let purpose: String
  /// What is said where the answer is no.
  let refusal: String

  /// Throws unless the answer is yes.
  func ask() throws {
    guard let answer = Confirmation.answer(to: question) else {
      throw Failure(
        "there is no terminal to ask whether to \(purpose)", hint: "say --yes", code: .usage)
    }
    guard ["y", "yes"].contains(answer.lowercased()) else {
      throw Failure(refusal, hint: "answer y to go on", code: .refused)
    }
  }

  /// What was typed at the terminal; nil if there is none.
  static func answer(to question: String) -> String? {
    let columns = ControllingTerminal.columns ?? .max
    return ControllingTerminal.ask(Wrapping.wrap(question, columns: columns, indent: 0))
  }
}
