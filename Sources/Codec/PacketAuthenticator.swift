internal import Pad
internal import Primitives

/// Both authenticators of one message, keyed by the head of its slice and fed the ciphertext piece
/// by piece. HMAC-SHA256 rests on SHA-256; Poly1305 under a key used once has a bound against
/// unlimited computing power.
package struct PacketAuthenticator: ~Copyable {
  private var hmac: HMACSHA256
  private var poly1305: Poly1305

  /// Begins with the text before the ciphertext: which message of which pad it is.
  package init(hmac: Span<UInt8>, poly1305: Span<UInt8>, at place: PacketPosition) {
    self.hmac = HMACSHA256(key: hmac)
    self.poly1305 = Poly1305(oneTimeKey: poly1305)
    let text = place.authenticatedText
    update(text.span)
  }

  /// Adds the next piece of ciphertext.
  package mutating func update(_ bytes: Span<UInt8>) {
    hmac.update(bytes)
    poly1305.update(bytes)
  }

  /// The 48 bytes of the tag.
  package consuming func finish() -> [UInt8] { hmac.finish() + poly1305.finish() }
}
