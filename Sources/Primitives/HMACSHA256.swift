internal import Pad

/// HMAC-SHA256 (RFC 2104, FIPS 198-1), a piece at a time.
package struct HMACSHA256: ~Copyable {
  /// Bytes of a tag.
  package static let byteCount = 32

  private var code: MessageAuthenticationCode

  /// A key of any length but zero.
  package init(key: Span<UInt8>) {
    code = MessageAuthenticationCode(Library.hmac, key: key, digest: "SHA256")
  }

  package mutating func update(_ bytes: Span<UInt8>) { code.update(bytes) }

  /// The 32 bytes of the tag of all that came before.
  package consuming func finish() -> [UInt8] { code.finish(HMACSHA256.byteCount) }
}
