import Pad
import Primitives

/// A packet's first eight bytes, read as the manual says and not by the program's own code.
struct PacketHeader {
  /// The chunk that the packet starts at; nil when it is not of the key's lane.
  let chunk: Int?

  init(_ packet: [UInt8], headerKey: [UInt8]) {
    let tag = Array(packet.suffix(48))
    let mask = PacketHeader.code(headerKey, "vernam/1 mask", tag)
    let index = zip(packet.prefix(4), mask).map { $0 ^ $1 }
    let check = PacketHeader.code(headerKey, "vernam/1 check", tag + index).prefix(4)
    guard check.elementsEqual(packet[4..<8]) else {
      chunk = nil
      return
    }
    chunk = index.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func code(_ key: [UInt8], _ label: String, _ bytes: [UInt8]) -> [UInt8] {
    var code = HMACSHA256(key: key.span)
    code.update((Array(label.utf8) + bytes).span)
    return code.finish()
  }
}
