/// The words of a command that is started without a shell: separated by blanks, with quotes and
/// backslashes as a shell has them, and nothing else of a shell.
struct ProgramWords {
  let words: [String]

  /// Nil if there is no word, or if a quote is not closed.
  init?(_ text: String) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    if let word { words.append(word) }
    guard words.first?.isEmpty == false else { return nil }
    self.words = words
  }
}
