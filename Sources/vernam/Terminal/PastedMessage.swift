internal import Pad

/// An encrypted message that was pasted as if it were text: nobody wants to send that.
enum PastedMessage {
  private static let beginnings = ["This is a vernam message.", "vernam message, part"].map {
    Array($0.utf8)
  }
  private static let ends = ["End of vernam message.", "End of part"].map { Array($0.utf8) }
  /// Letters of the armor in a row.
  private static let groupCount = 5

  /// Whether `text` has the first words of a message.
  static func begins(in text: Span<UInt8>) -> Bool { beginnings.contains { text.holds($0) } }

  /// Whether it has the last ones.
  static func ends(in text: Span<UInt8>) -> Bool { ends.contains { text.holds($0) } }

  /// Whether it has the first words, and not the last ones.
  static func isUnfinished(in text: Span<UInt8>) -> Bool { begins(in: text) && !ends(in: text) }

  /// Whether a line may be the letters or the last words of a message.
  static func mayHold(_ line: Span<UInt8>) -> Bool {
    if ends(in: line) { return true }
    let words = line.publicCopy.split { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: ">") }
    return words.allSatisfy { word in
      word.count == groupCount
        && word.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
    }
  }
}

extension Span<UInt8> {
  fileprivate func holds(_ words: [UInt8]) -> Bool {
    guard count >= words.count else { return false }
    return (0...count - words.count).contains { start in
      words.indices.allSatisfy { self[start + $0] == words[$0] }
    }
  }
}
