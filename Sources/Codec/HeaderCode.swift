internal import Pad
internal import Primitives

/// The two codes under a lane's header key that make a packet's header (vernam-message(5),
/// "Packet"). One value serves one packet and any number of keys, one after the other.
struct HeaderCode: ~Copyable {
  private static let maskLabel = Array("vernam/1 mask".utf8)
  private static let checkLabel = Array("vernam/1 check".utf8)

  private var code: HMACSHA256
  private let maskText: [UInt8]
  private let checkText: [UInt8]

  /// - Parameter key: any one; `mask` takes its own.
  init(tag: Span<UInt8>, key: Span<UInt8>) {
    code = HMACSHA256(key: key)
    maskText = HeaderCode.maskLabel + tag.publicCopy
    checkText = HeaderCode.checkLabel + tag.publicCopy + [0, 0, 0, 0]
  }

  /// What hides the number of the first chunk.
  mutating func mask(_ key: Span<UInt8>) -> UInt32 {
    let text = maskText
    code.restart(key: key)
    code.update(text.span)
    var offset = 0
    return code.tag().span.load(UInt32.self, at: &offset)
  }

  /// The 4 bytes that say that the number is right, under the key of the last `mask`.
  mutating func check(_ chunk: UInt32) -> [UInt8] {
    var offset = checkText.count - 4
    var text = checkText
    var span = text.mutableSpan
    span.store(chunk, at: &offset)
    code.restart(key: nil)
    code.update(text.span)
    return Array(code.tag()[0..<4])
  }
}
