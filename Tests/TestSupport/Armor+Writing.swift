package import Codec
internal import Primitives

/// Armor written in one step; the program writes it a piece at a time.
extension Armor {
  /// The first bytes of SHA-256 of a packet, which tell its parts from others.
  package static func id(_ packet: Span<UInt8>) -> [UInt8] { id(digest: SHA256.hash(packet)) }

  /// Writes one message: first words, letters, last words; ASCII, a line feed after every line.
  package static func write(_ packet: Span<UInt8>) -> [UInt8] {
    write(packet, ArmorLayout(packet.count)).flatMap { $0 }
  }

  /// Writes the message in as few parts as possible of at most `maximumCharacters` each, line ends
  /// included; a single part is written like any other message.
  package static func write(
    _ packet: Span<UInt8>, maximumCharacters: Int
  ) throws(ArmorError) -> [[UInt8]] {
    write(packet, try ArmorLayout(packet.count, maximumCharacters: maximumCharacters))
  }

  private static func write(_ packet: Span<UInt8>, _ layout: ArmorLayout) -> [[UInt8]] {
    let id = id(packet)
    return layout.parts.map { part in
      var encoder = ArmorEncoder(part, id: id)
      let text = encoder.append(packet.extracting(part.range))
      return text + encoder.finish()
    }
  }
}
