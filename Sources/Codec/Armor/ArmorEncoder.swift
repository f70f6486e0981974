internal import Pad
internal import Primitives

/// A writer of one part, a piece of the packet at a time: the first words, the letters, the last
/// words; ASCII, with a line feed after every line.
package struct ArmorEncoder: ~Copyable {
  private let layout: ArmorLayout.Part
  private var check = SHA256()
  /// Data that does not fill four blocks yet.
  private var data: [UInt8] = []
  private var isBegun = false

  /// - Parameter id: the first two bytes of SHA-256 of the whole packet.
  package init(_ part: ArmorLayout.Part, id: [UInt8]) {
    layout = part
    let head =
      id + [UInt8(part.number), UInt8(part.parts)] + UInt32(part.range.count).bigEndianBytes
    check.update(head.span)
    data = head
  }

  /// Returns the text of the next bytes of the part, as far as they fill lines.
  package mutating func append(_ bytes: Span<UInt8>) -> [UInt8] {
    check.update(bytes)
    data += bytes.publicCopy
    let words = firstWords()
    return words.isEmpty ? fours() : words + fours()
  }

  /// The rest of the text.
  package consuming func finish() -> [UInt8] {
    let words = firstWords()
    data += check.finishAndReset().prefix(Armor.checkCount)
    return words + fours() + rest() + layout.lastWords
  }

  private mutating func firstWords() -> [UInt8] {
    if isBegun { return [] }
    isBegun = true
    return layout.firstWords
  }

  private mutating func fours() -> [UInt8] {
    let text = LetterKernel.encode(data)
    data.removeFirst(data.count / LetterKernel.dataBytes * LetterKernel.dataBytes)
    return text
  }

  /// Fewer than four blocks: padded with zeros, whose blocks are cut off again.
  private func rest() -> [UInt8] {
    let blocks = (data.count * 8 + Armor.blockBitCount - 1) / Armor.blockBitCount
    if blocks == 0 { return [] }
    let whole = data + [UInt8](repeating: 0, count: LetterKernel.dataBytes - data.count)
    var text = Array(LetterKernel.encode(whole).prefix(blocks * LetterKernel.blockCharacters))
    text[text.count - 1] = UInt8(ascii: "\n")
    return text
  }
}
