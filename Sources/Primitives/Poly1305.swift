internal import Pad

/// Poly1305 (RFC 8439 §2.5), computed incrementally: a Carter–Wegman authenticator whose bound
/// holds against unlimited computing power as long as its key serves only one message.
package struct Poly1305: ~Copyable {
  /// Bytes of a tag.
  package static let byteCount = 16

  private var code: MessageAuthenticationCode

  /// 32 bytes, r then s, never used for a second message.
  package init(oneTimeKey: Span<UInt8>) {
    precondition(oneTimeKey.count == 32)
    code = MessageAuthenticationCode(Libcrypto.poly1305, key: oneTimeKey)
  }

  package mutating func update(_ bytes: Span<UInt8>) { code.update(bytes) }

  /// The 16-byte tag of all bytes so far.
  package consuming func finish() -> [UInt8] { code.finish(Poly1305.byteCount) }
}
