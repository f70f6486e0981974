/// Questions that are asked until the answer is yes or no.
extension Confirmation {
  /// Throws unless the answer is yes.
  func confirm() throws {
    guard let isYes = Confirmation.isYes(question, ifEmpty: false) else {
      throw Failure(
        "there is no terminal to ask whether to \(purpose)", hint: "add --yes to answer yes",
        code: .usage)
    }
    if !isYes { throw Failure.declined }
  }

  /// The answer that the person gives; nil if there is no terminal.
  static func isYes(_ question: String, ifEmpty: Bool) -> Bool? {
    var question = question
    while let answer = answer(to: question) {
      switch answer.lowercased().filter({ !$0.isWhitespace }) {
      case "": return ifEmpty
      case "y", "yes": return true
      case "n", "no": return false
      default: question = "Type y for yes or n for no. \(ifEmpty ? "[Y/n]" : "[y/N]") "
      }
    }
    return nil
  }
}
