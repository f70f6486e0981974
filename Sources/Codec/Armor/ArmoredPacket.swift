/// A packet read from its armor.
package struct ArmoredPacket: Sendable, Equatable, CustomStringConvertible {
  /// The packet; ciphertext.
  package let bytes: [UInt8]
  /// How many parts it came in.
  package let parts: Int
  /// The blocks in which letters were wrong or illegible, and have been mended.
  package let mended: [ArmorBlock]

  /// The parts themselves, where there are several.
  package let pieces: [ArmorPart<[UInt8]>]

  package init(
    bytes: [UInt8], parts: Int = 1, mended: [ArmorBlock] = [],
    from pieces: [ArmorPart<[UInt8]>] = []
  ) {
    self.bytes = bytes
    self.parts = parts
    self.mended = mended
    self.pieces = parts > 1 ? pieces : []
  }

  package static func == (first: ArmoredPacket, second: ArmoredPacket) -> Bool {
    (first.bytes, first.parts, first.mended) == (second.bytes, second.parts, second.mended)
  }

  package var description: String { ArmoredPacket.describe(mended, parts: parts) }

  /// Which blocks were mended, in a line.
  package static func describe(_ mended: [ArmorBlock], parts: Int) -> String {
    if mended.isEmpty { return "every letter is as it was written" }
    let groups = Dictionary(grouping: mended, by: \.part).sorted { $0.key < $1.key }
    let names = groups.map { part, blocks in
      NumberList("block", blocks.map(\.number)).description + (parts > 1 ? " of part \(part)" : "")
    }
    return "mended wrong letters in " + names.joined(separator: ", ")
  }
}
