/// A word under which offers are published and looked for, so that people who say the same one see
/// only each other. It is a subtype of the service (RFC 6763, 7.1), and no secret.
package struct Room: Sendable {
  package static let longest = 32

  let word: String

  /// Nil unless the word is 1 to 32 ASCII letters, digits and hyphens. DNS ignores the case.
  package init?(_ word: String) {
    guard (1...Room.longest).contains(word.utf8.count),
      word.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    else { return nil }
    self.word = word.lowercased()
  }
}
