package import Pad

/// A message's plaintext: head, content, the byte 0x80, and zeros up to a Padmé bucket
/// (ISO/IEC 7816-4 padding). No length stands in front.
package struct Body: ~Copyable {
  private static let mark: UInt8 = 0x80

  package let head: BodyHead
  private let bytes: SecretBytes
  private let content: Range<Int>

  /// Bytes of the padded body for `count` bytes of content.
  package static func byteCount(content count: Int) -> Int {
    Padme.bucket(BodyHead.byteCount + count + 1)
  }

  package init(_ head: BodyHead, content text: Span<UInt8>) {
    self.head = head
    content = BodyHead.byteCount..<BodyHead.byteCount + text.count
    let end = content.upperBound
    var bytes = SecretBytes(count: Body.byteCount(content: text.count))
    bytes.withMutableBytes { bytes in
      var offset = 0
      bytes.store(head.kind.number, at: &offset)
      bytes.store(UInt32(head.peerSeen), at: &offset)
      bytes.store(UInt32(head.previousEnd), at: &offset)
      bytes.store(UInt32(head.sentBefore), at: &offset)
      bytes.copy(text, at: offset)
      bytes[end] = Body.mark
    }
    self.bytes = bytes
  }

  /// Reads a body that was authenticated already. Nil when it is not formed like one.
  package init?(_ bytes: consuming SecretBytes) {
    let parsed: (BodyHead, Int)? = bytes.withBytes { bytes in
      guard let end = bytes.indices.last(where: { bytes[$0] != 0 }), bytes[end] == Body.mark,
        end >= BodyHead.byteCount
      else { return nil }
      var offset = 0
      let kind = BodyHead.Kind(bytes.load(UInt8.self, at: &offset))
      let peerSeen = Int(bytes.load(UInt32.self, at: &offset))
      let previousEnd = Int(bytes.load(UInt32.self, at: &offset))
      let sentBefore = Int(bytes.load(UInt32.self, at: &offset))
      let head = BodyHead(
        kind: kind, peerSeen: peerSeen, previousEnd: previousEnd, sentBefore: sentBefore)
      return (head, end)
    }
    guard let (head, end) = parsed else { return nil }
    self.head = head
    content = BodyHead.byteCount..<end
    self.bytes = bytes
  }

  /// Lends the content for the time of the call.
  package func withContent<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withBytes { bytes throws(Failure) in try body(bytes.extracting(content)) }
  }

  /// Gives the padded bytes up, to be encrypted.
  package consuming func encoded() -> SecretBytes { bytes }
}
