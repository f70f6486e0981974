internal import Primitives

extension Armor {
  private static let groupCount = 5
  private static let groupsPerBlock = ReedSolomon.blockCount / groupCount

  /// One message: the first words, the letters, the last words; ASCII, every line ended.
  package static func write(_ packet: Span<UInt8>) -> [UInt8] {
    write(packet, 0..<packet.count, id: id(packet), part: 1, parts: 1, wholeWords)
  }

  /// The message in as few parts as fit `maximumCharacters` each, line ends counted; a single
  /// part is a message like any other.
  package static func write(
    _ packet: Span<UInt8>, maximumCharacters: Int
  ) throws(ArmorError) -> [[UInt8]] {
    let whole = characters(blocks: blocks(forBytes: packet.count), wholeWords(1, 1))
    if whole <= maximumCharacters { return [write(packet)] }
    let (size, parts) = try division(packet.count, maximumCharacters)
    let id = id(packet)
    return (1...parts).map { part in
      let range = (part - 1) * size..<min(part * size, packet.count)
      return write(packet, range, id: id, part: part, parts: parts, partWords)
    }
  }

  /// Bytes in a part and the number of parts: with numbers of as few digits as will do.
  private static func division(
    _ count: Int, _ maximum: Int
  ) throws(ArmorError) -> (size: Int, parts: Int) {
    let widths = [9, 99, maximumParts]
    for most in widths {
      let room = maximum - characters(blocks: 0, partWords(most, most))
      let size = bytes(inBlocks: max(0, room) / characters(blocks: 1))
      if size > 0, (count + size - 1) / size <= most {
        return (size, max(1, (count + size - 1) / size))
      }
    }
    let needed = widths.map { most in
      let size = max(1, (count + most - 1) / most)
      return characters(blocks: blocks(forBytes: size), partWords(most, most))
    }
    throw .tooFewCharacters(minimum: needed.reduce(Int.max, min))
  }

  /// A space or a line end follows every group.
  private static func characters(blocks: Int) -> Int {
    blocks * groupsPerBlock * (groupCount + 1)
  }

  private static func characters(blocks: Int, _ words: Words) -> Int {
    words.first.count + characters(blocks: blocks) + words.last.count
  }

  /// The lines around the letters, each with its end.
  private typealias Words = (first: [UInt8], last: [UInt8])

  private static func wholeWords(_: Int, _: Int) -> Words {
    let first = "This is a vernam message. To read it: vernam decrypt\n"
    return ([UInt8](first.utf8), [UInt8]("End of vernam message.\n".utf8))
  }

  private static func partWords(_ part: Int, _ parts: Int) -> Words {
    let name = "part \(part) of \(parts)"
    return ([UInt8]("vernam message, \(name)\n".utf8), [UInt8]("End of \(name).\n".utf8))
  }

  private static func id(_ packet: Span<UInt8>) -> [UInt8] {
    [UInt8](SHA256.hash(packet).prefix(2))
  }

  private static func write(
    _ packet: Span<UInt8>, _ range: Range<Int>, id: [UInt8], part: Int, parts: Int,
    _ words: (Int, Int) -> Words
  ) -> [UInt8] {
    var data = id + [UInt8(part), UInt8(parts)]
    data.reserveCapacity(headCount + range.count + checkCount)
    for shift in [24, 16, 8, 0] { data.append(UInt8(truncatingIfNeeded: range.count >> shift)) }
    for index in range { data.append(packet[index]) }
    data += SHA256.hash(data.span).prefix(checkCount)
    let (first, last) = words(part, parts)
    return first + letters(data) + last
  }

  /// The data as lines of two blocks.
  private static func letters(_ data: [UInt8]) -> [UInt8] {
    let code = ReedSolomon()
    let blocks = blocks(forBytes: data.count - headCount - checkCount)
    var bits = BitReader(bytes: data)
    var block = [UInt8](repeating: 0, count: ReedSolomon.blockCount)
    var text: [UInt8] = []
    text.reserveCapacity(characters(blocks: blocks))
    for number in 0..<blocks {
      for index in 0..<ReedSolomon.dataCount { block[index] = bits.next() }
      code.encode(&block)
      append(block, to: &text)
      let endsLine = number % 2 == 1 || number == blocks - 1
      text.append(endsLine ? UInt8(ascii: "\n") : UInt8(ascii: " "))
    }
    return text
  }

  private static func append(_ block: [UInt8], to text: inout [UInt8]) {
    let letters = Base32.letters
    for index in 0..<block.count {
      if index > 0, index % groupCount == 0 { text.append(UInt8(ascii: " ")) }
      text.append(letters[Int(block[index])])
    }
  }
}
