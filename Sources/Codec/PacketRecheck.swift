internal import Pad
internal import Primitives

/// A check that ciphertext, authenticated once and read again, is still the same. Its one-time key
/// has authenticated nothing but this message, so Poly1305 alone has its full strength here.
package struct PacketRecheck: ~Copyable {
  private var poly1305: Poly1305

  package init(poly1305: Span<UInt8>, at place: PacketPosition) {
    self.poly1305 = Poly1305(oneTimeKey: poly1305)
    let text = place.authenticatedText
    update(text.span)
  }

  package mutating func update(_ bytes: Span<UInt8>) { poly1305.update(bytes) }

  /// Whether it is the ciphertext of `tag`, 48 bytes.
  package consuming func holds(_ tag: [UInt8]) -> Bool {
    let found = poly1305.finish()
    return equalInConstantTime(found.span, tag.span.extracting(droppingFirst: HMACSHA256.byteCount))
  }
}
