/// How a packet is divided into parts.
package struct ArmorLayout {
  /// One part, and its range of the packet.
  package struct Part {
    /// From 1.
    package let number: Int
    package let parts: Int
    package let range: Range<Int>
    /// Whether it is a message in one part.
    fileprivate let isWhole: Bool

    fileprivate init(number: Int, parts: Int, range: Range<Int>, isWhole: Bool) {
      self.number = number
      self.parts = parts
      self.range = range
      self.isWhole = isWhole
    }

    /// One of several parts, or a single part that may be written like one of several.
    init(_ head: ArmorHead) {
      self.init(number: head.part, parts: head.parts, range: 0..<head.length, isWhole: false)
    }

    /// The line before the letters.
    package var firstWords: [UInt8] {
      isWhole
        ? [UInt8]("This is a vernam message. Use vernam to open it.\n".utf8)
        : [UInt8]("vernam message, part \(number) of \(parts)\n".utf8)
    }

    /// The line after them.
    package var lastWords: [UInt8] {
      isWhole
        ? [UInt8]("End of vernam message.\n".utf8)
        : [UInt8]("End of part \(number) of \(parts).\n".utf8)
    }
  }

  package let parts: [Part]

  /// A packet of `count` bytes in one part, or in as few as the length field allows.
  package init(_ count: Int) {
    let most = Int(UInt32.max)
    self.init(count, size: max(1, min(count, most)), isWhole: count <= most)
  }

  /// The same in as few parts as possible of at most `maximumCharacters` each, line ends included;
  /// a single part is written like any other message.
  package init(_ count: Int, maximumCharacters: Int) throws(ArmorError) {
    try self.init(
      count, maximumCharacters: maximumCharacters, blockCharacters: LetterKernel.blockCharacters)
  }

  /// The same, with `blockCharacters` characters in each block, as in `ArmorLine`.
  package init(
    _ count: Int, maximumCharacters: Int, blockCharacters: Int
  ) throws(ArmorError) {
    let whole = Part(number: 1, parts: 1, range: 0..<count, isWhole: true)
    if ArmorLayout.characters(whole, blockCharacters) <= maximumCharacters {
      self.init(count)
    } else {
      let size = try ArmorLayout.size(count, maximumCharacters, blockCharacters)
      self.init(count, size: size, isWhole: false)
    }
  }

  private init(_ count: Int, size: Int, isWhole: Bool) {
    let parts = max(1, (count + size - 1) / size)
    self.parts = (1...parts).map { number in
      let range = (number - 1) * size..<min(number * size, count)
      return Part(number: number, parts: parts, range: range, isWhole: isWhole)
    }
  }

  /// About as many rows as all parts take up on a screen, with two blocks on a line.
  package func rows(columns: Int) -> Int {
    let width = 2 * LetterKernel.blockCharacters
    let lines = characters / width + 2 * parts.count
    return lines * ((width - 1 + columns - 1) / columns)
  }

  /// Characters of all parts, with a line end between them.
  package var characters: Int { parts.reduce(parts.count - 1) { $0 + ArmorLayout.characters($1) } }

  /// Bytes in a part, with part numbers of as few digits as possible.
  private static func size(
    _ count: Int, _ maximum: Int, _ blockCharacters: Int
  ) throws(ArmorError) -> Int {
    let widths = [9, 99, Armor.maximumParts]
    for most in widths {
      let room = maximum - words(most)
      let blocks = max(0, room) / blockCharacters
      let size = min(Armor.bytes(inBlocks: blocks), Int(UInt32.max))
      if size > 0, (count + size - 1) / size <= most { return size }
    }
    let needed = widths.map { most in
      let size = max(1, (count + most - 1) / most)
      return characters(
        Part(number: most, parts: most, range: 0..<size, isWhole: false), blockCharacters)
    }
    throw .tooFewCharacters(minimum: needed.reduce(Int.max, min))
  }

  /// Characters of the words around the last of `most` parts.
  private static func words(_ most: Int) -> Int {
    let part = Part(number: most, parts: most, range: 0..<0, isWhole: false)
    return part.firstWords.count + part.lastWords.count
  }

  private static func characters(
    _ part: Part, _ blockCharacters: Int = LetterKernel.blockCharacters
  ) -> Int {
    let blocks = Armor.blocks(forBytes: part.range.count)
    return part.firstWords.count + blocks * blockCharacters + part.lastWords.count
  }
}
