/// The word that somebody may have meant.
package enum NearestWord {
  /// A word with more mistakes is another word.
  private static let mostMistakes = 2

  /// The word among `words` with the fewest mistakes; nil if all have too many.
  package static func find(_ typed: String, among words: [String]) -> String? {
    let counts = words.map { (word: $0, mistakes: mistakes(Array(typed), Array($0))) }
    guard let nearest = counts.min(by: { $0.mistakes < $1.mistakes }),
      nearest.mistakes <= mostMistakes, nearest.mistakes < nearest.word.count - 1
    else { return nil }
    return nearest.word
  }

  /// The name among `names` that somebody could take for `name`: another one that differs only in
  /// capitals, or in one letter of at least four; nil if there is none.
  package static func lookalike(of name: String, among names: [String]) -> String? {
    let plain = Array(name.lowercased())
    return names.first { other in
      let shape = Array(other.lowercased())
      return other != name
        && (shape == plain || min(shape.count, plain.count) >= 4 && mistakes(plain, shape) == 1)
    }
  }

  /// Letters added, left out, wrong, or changed with their neighbour (optimal string alignment:
  /// Damerau, 1964).
  private static func mistakes(_ typed: [Character], _ word: [Character]) -> Int {
    var rows = [Array(0...word.count)]
    for row in typed.indices {
      var next = [row + 1]
      for column in word.indices {
        let isSame = typed[row] == word[column]
        var least = min(rows[row][column] + (isSame ? 0 : 1), rows[row][column + 1] + 1)
        least = min(least, next[column] + 1)
        if row > 0, column > 0, typed[row] == word[column - 1], typed[row - 1] == word[column] {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[typed.count][word.count]
  }
}
