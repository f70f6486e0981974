internal import Pad
internal import Primitives

/// Both authenticators of one message, keyed by the head of its slice. HMAC-SHA256 rests on
/// SHA-256; Poly1305 under a key used once has a bound against unlimited computing power.
struct OneTimeKeys: ~Copyable {
  private var hmac: HMACSHA256
  private var poly1305: Poly1305

  init(hmac: Span<UInt8>, poly1305: Span<UInt8>) {
    self.hmac = HMACSHA256(key: hmac)
    self.poly1305 = Poly1305(oneTimeKey: poly1305)
  }

  /// The 48 bytes of the tag over the ciphertext and where it stands.
  consuming func authenticate(_ ciphertext: Span<UInt8>, at place: PacketPlace) -> [UInt8] {
    update(Array("vernam/1 message".utf8).span)
    update(place.padID.span)
    update([UInt8(place.lane)].span)
    update(UInt32(place.chunk).bigEndianBytes.span)
    update(ciphertext)
    return hmac.finish() + poly1305.finish()
  }

  private mutating func update(_ bytes: Span<UInt8>) {
    hmac.update(bytes)
    poly1305.update(bytes)
  }
}
