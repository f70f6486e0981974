/// An encrypted message that was pasted as if it were text: nobody wants to send that.
package enum PastedMessage {
  private static let groupLetters = 5

  /// Whether `text` has the first words of a message.
  package static func begins(in text: Span<UInt8>) -> Bool {
    text.holds("This is a vernam message.") || text.holds("vernam message, part ", number: " of ")
  }

  /// Whether nothing much stands before the first words of a message, or after the last ones.
  package static func isAlone(in text: Span<UInt8>) -> Bool {
    let most = 40
    return begins(in: text.extracting(first: min(most, text.count)))
      && ends(in: text.extracting(last: min(most, text.count)))
  }

  /// Whether it has the last ones.
  package static func ends(in text: Span<UInt8>) -> Bool {
    text.holds("End of vernam message.") || text.holds("End of part ", number: " of ")
  }

  /// Whether a line may be the letters or the last words of a message.
  package static func mayHold(_ line: Span<UInt8>) -> Bool {
    if ends(in: line) { return true }
    var letters = 0
    for index in line.indices {
      switch line[index] {
      case ...UInt8(ascii: " "), UInt8(ascii: ">"):
        if letters > 0, letters != groupLetters { return false }
        letters = 0
      case let byte where (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20):
        letters += 1
      default: return false
      }
    }
    return letters == 0 || letters == groupLetters
  }
}

extension Span<UInt8> {
  /// Whether the words are somewhere in it; those with a number, only with what stands behind it.
  fileprivate func holds(_ words: String, number rest: String = "") -> Bool {
    indices.contains { start in
      guard var index = end(of: words.utf8, at: start) else { return false }
      if rest.isEmpty { return true }
      while index < count, (0x30...0x39).contains(self[index]) { index += 1 }
      return end(of: rest.utf8, at: index) != nil
    }
  }

  /// Where the words end if they are at `start`.
  private func end(of words: String.UTF8View, at start: Int) -> Int? {
    var index = start
    for byte in words {
      guard index < count, self[index] == byte else { return nil }
      index += 1
    }
    return index
  }
}
