/// Removal of chat prefixes from normalized text, by the two rules of the format: text at the head
/// of three or more lines that ends in a mark, and text that ends right before the first words and
/// occurs again inside.
enum ChatPrefixes {
  /// Returns `text` with spaces in place of every prefix by the first rule.
  static func dropRepeatedHeads(_ text: [UInt8]) -> [UInt8] {
    var view = text
    let heads = LineHeads(text: text, tokens: ArmorWords.tokens(text))
    let repeated = heads.drop(from: &view)
    for gap in gaps(ArmorWords.tokens(view), view.count) where !gap.isEmpty {
      for prefix in repeated { prefix.drop(from: &view, in: gap) }
    }
    return view
  }

  /// The stretches of text between words: prefixes are not looked for in the words themselves.
  private static func gaps(_ tokens: [ArmorToken], _ count: Int) -> [Range<Int>] {
    let starts = [0] + tokens.map(\.range.upperBound)
    let ends = tokens.map(\.range.lowerBound) + [count]
    return zip(starts, ends).map { $0..<$1 }
  }

  /// Returns `text` with spaces in place of every prefix by the second rule.
  static func dropWhatStandsBeforeWords(_ text: [UInt8]) -> [UInt8] {
    var view = text
    let tokens = ArmorWords.tokens(view)
    let gaps = gaps(tokens, view.count)
    for (index, token) in tokens.enumerated() where token.isStart {
      let tail = PrefixTail(view, gaps[index])
      if let prefix = tail.prefix(standingIn: view, gaps[index + 1]) {
        prefix.drop(from: &view, in: gaps[index + 1])
      }
    }
    return view
  }
}
