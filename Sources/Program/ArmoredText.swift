internal import Codec
internal import Pad
internal import Primitives
internal import System

/// A packet as text, to be pasted into a mail or chat.
enum ArmoredText {
  static func of(_ packet: any ByteSource) throws(SystemError) -> [UInt8] {
    let bytes = try packet.bytes(0..<packet.count)
    let id = Armor.id(digest: SHA256.hash(bytes.span))
    var text: [UInt8] = []
    for part in ArmorLayout(bytes.count).parts {
      var encoder = ArmorEncoder(part, id: id)
      if part.number > 1 { text.append(UInt8(ascii: "\n")) }
      text += encoder.append(bytes.span.extracting(part.range))
      text += encoder.finish()
    }
    return text
  }
}
