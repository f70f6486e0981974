/// A message's plaintext: head, content, the byte 0x80, and zeros up to a Padmé bucket (ISO/IEC
/// 7816-4 padding). No length comes first, so that a body can be streamed.
package enum Body {
  /// Ends the content.
  package static let mark: UInt8 = 0x80

  /// Bytes of the padded body for `count` bytes of content.
  package static func byteCount(_ kind: BodyHead.Kind = .text, content count: Int) -> Int {
    Padme.bucket(BodyHead.byteCount + kind.fieldBytes + count + 1)
  }

  /// The index of the last byte that is not zero; nil if all are zeros.
  package static func end(of bytes: Span<UInt8>) -> Int? {
    bytes.indices.last { bytes[$0] != 0 }
  }
}
