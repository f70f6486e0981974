internal import Codec
internal import Pad
internal import System

/// A body assembled while it is read: head, content, mark, zeros (vernam-message(5), "THE BODY").
struct BodyEncoder: ~Copyable {
  /// Bytes of the padded body.
  let count: Int
  private let head: SecretBytes
  private let content: any ByteSource

  /// `shape` is that of the pad, if the body is to fill its last chunk, so that packets of one pad
  /// have few lengths.
  init(_ head: BodyHead, _ content: any ByteSource, filling shape: PadShape? = nil) {
    let least = Body.byteCount(head.kind, content: content.count)
    count = shape?.fullBody(bodyBytes: least) ?? least
    self.head = head.encoded()
    self.content = content
  }

  /// Fills all of `bytes` with the body from `offset` on.
  func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    let wanted = offset..<offset + bytes.count
    let start = wanted.clamped(to: 0..<head.count)
    if !start.isEmpty { head.withBytes { bytes.copy($0.extracting(start), at: 0) } }
    let mark = head.count + content.count
    let middle = wanted.clamped(to: head.count..<mark)
    if !middle.isEmpty {
      var part = bytes.part(middle.lowerBound - offset..<middle.upperBound - offset)
      try content.read(into: &part, at: middle.lowerBound - head.count)
    }
    for place in wanted.clamped(to: mark..<count) {
      bytes[place - offset] = place == mark ? Body.mark : 0
    }
  }
}
