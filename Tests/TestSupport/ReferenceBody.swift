package import Codec
package import Pad

/// A body in memory, whole: what the program writes and reads a piece at a time.
package struct ReferenceBody: ~Copyable {
  package let head: BodyHead
  private let bytes: SecretBytes
  private let content: Range<Int>

  package init(_ head: BodyHead, content text: Span<UInt8>) {
    self.head = head
    let start = head.encoded()
    content = start.count..<start.count + text.count
    let end = content.upperBound
    var bytes = SecretBytes(count: Body.byteCount(head.kind, content: text.count))
    bytes.withMutableBytes { bytes in
      var offset = 0
      start.withBytes { bytes.store($0, at: &offset) }
      bytes.copy(text, at: offset)
      bytes[end] = Body.mark
    }
    self.bytes = bytes
  }

  /// Reads a body that is already authenticated. Nil if it is malformed.
  package init?(_ bytes: consuming SecretBytes) {
    let parsed: (BodyHead, Int)? = bytes.withBytes { bytes in
      guard let end = Body.end(of: bytes), bytes[end] == Body.mark,
        let head = BodyHead(bytes, end: end)
      else { return nil }
      return (head, end)
    }
    guard let (head, end) = parsed else { return nil }
    self.head = head
    content = head.contentStart..<end
    self.bytes = bytes
  }

  /// Lends the content for the duration of the call.
  package func withContent<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withBytes { bytes throws(Failure) in try body(bytes.extracting(content)) }
  }

  /// Gives up the padded bytes for encryption.
  package consuming func encoded() -> SecretBytes { bytes }
}
