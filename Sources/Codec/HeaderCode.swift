internal import Pad
internal import Primitives

/// The two codes under a lane's header key that make a packet's header (vernam-message(5),
/// "THE PACKET"). The mask is computed for every pad in the contact book, so it is one AES block,
/// as in RFC 9001, section 5.4.3. The check is computed only if the mask gives a chunk of the lane.
struct HeaderCode: ~Copyable {
  private static let checkLabel = Array("vernam/1 check".utf8)

  private var cipher = AES256()
  private let tag: [UInt8]

  /// - Parameter tag: all 48 bytes.
  init(tag: Span<UInt8>) { self.tag = tag.publicCopy }

  /// The mask that hides the number of the first chunk.
  mutating func mask(_ key: Span<UInt8>) -> UInt32 {
    let tag = tag
    var block = InlineArray<16, UInt8>(repeating: 0)
    var span = block.mutableSpan
    cipher.encrypt(tag.span.extracting(first: AES256.blockBytes), key: key, into: &span)
    var offset = 0
    return block.span.load(UInt32.self, at: &offset)
  }

  /// The 4 bytes that confirm the number.
  func check(_ chunk: UInt32, _ key: Span<UInt8>) -> [UInt8] {
    var code = HMACSHA256(key: key)
    let text = HeaderCode.checkLabel + tag + chunk.bigEndianBytes
    code.update(text.span)
    return Array(code.finish()[0..<4])
  }
}
