internal import Pad

/// HMAC-SHA256 (RFC 2104, FIPS 198-1), computed incrementally.
package struct HMACSHA256: ~Copyable {
  /// Bytes of a tag.
  package static let byteCount = 32

  private var code: MessageAuthenticationCode

  /// A key of any length except zero.
  package init(key: Span<UInt8>) {
    code = MessageAuthenticationCode(Libcrypto.hmac, key: key, digest: "SHA256")
  }

  package mutating func update(_ bytes: Span<UInt8>) { code.update(bytes) }

  /// The 32-byte tag of all bytes so far.
  package consuming func finish() -> [UInt8] { code.finish(HMACSHA256.byteCount) }
}
