import Pad
import Primitives

/// A packet's first eight bytes, read as the manual says rather than by the program's own code.
struct PacketHeader {
  /// The chunk that the packet starts at; nil if the packet is not from the key's lane.
  let chunk: Int?

  init(_ packet: [UInt8], headerKey: [UInt8]) {
    let tag = Array(packet.suffix(48))
    var index = Array(packet.prefix(4))
    var span = index.mutableSpan
    var cipher = AES256CTR()
    cipher.combine(key: headerKey.span, counter: tag.span.extracting(first: 16), with: &span)
    var code = HMACSHA256(key: headerKey.span)
    code.update((Array("vernam/1 check".utf8) + tag + index).span)
    let check = code.finish().prefix(4)
    guard check.elementsEqual(packet[4..<8]) else {
      chunk = nil
      return
    }
    chunk = index.reduce(0) { $0 << 8 | Int($1) }
  }
}
