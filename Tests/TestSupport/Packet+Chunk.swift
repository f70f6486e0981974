package import Codec

extension Packet {
  /// The chunk that a packet claims to start at, or nil if `headerKey` is not its lane's.
  package static func chunk(of packet: Span<UInt8>, headerKey: Span<UInt8>) -> Int? {
    guard packet.count >= leastBytes else { return nil }
    let tag = packet.extracting(packet.count - tagBytes..<packet.count)
    var reader = HeaderReader(header: packet, tag: tag)
    return reader.chunk(headerKey, below: 1 << 32)
  }
}
