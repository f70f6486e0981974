internal import Codec

/// The codes of a message that a camera has seen so far.
struct ScannedCodes {
  /// The packets of messages that were scanned before: their codes may still be in front of the camera.
  let earlier: [[UInt8]]
  /// The text that the codes make.
  private(set) var text: [UInt8] = []
  /// How many parts there are, and how many of them were seen.
  private(set) var parts = (found: 0, all: 0)
  /// The packet of the message, once nothing of it is missing.
  private(set) var packet: [UInt8]?

  init(after earlier: [[UInt8]]) { self.earlier = earlier }

  /// Takes in the text of a code. Codes of other kinds, and those seen before, change nothing.
  mutating func add(_ code: [UInt8]) {
    let longer = text + code + [UInt8(ascii: "\n")]
    var (found, all) = (0, 0)
    var whole: [UInt8]?
    for finding in Armor.read(longer.span) {
      switch finding {
      case .packet(let packet) where earlier.contains(packet.bytes): return
      case .packet(let packet):
        whole = packet.bytes
        (found, all) = (found + packet.parts, all + packet.parts)
      case .incomplete(let message):
        (found, all) = (found + message.found.count, all + message.parts)
      case .damaged: return
      }
    }
    if found > parts.found { (text, parts, packet) = (longer, (found, all), whole) }
  }
}
