internal import Codec

/// The codes of a message that a camera has seen so far.
struct ScannedCodes {
  /// The text that the codes make.
  private(set) var text: [UInt8] = []
  /// How many parts the message has, and how many of them are there.
  private(set) var parts = (found: 0, all: 0)
  /// Whether nothing of the message is missing.
  private(set) var isWhole = false

  /// Takes in the text of a code. Codes of other kinds, and those seen before, change nothing.
  mutating func add(_ code: [UInt8]) {
    let longer = text + code + [UInt8(ascii: "\n")]
    var (found, all, isWhole) = (0, 0, true)
    for finding in Armor.read(longer.span) {
      switch finding {
      case .packet(let packet):
        (found, all) = (found + packet.parts, all + packet.parts)
      case .incomplete(let message):
        found += message.found.count
        (all, isWhole) = (all + message.parts, false)
      case .damaged: return
      }
    }
    guard found > parts.found else { return }
    (text, parts, self.isWhole) = (longer, (found, all), isWhole)
  }
}
