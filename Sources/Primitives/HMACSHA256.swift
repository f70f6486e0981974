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

  /// Begins anew with another key, which costs less than another value; nil keeps the key.
  package mutating func restart(key: Span<UInt8>?) { code.restart(key: key) }

  /// The tag of all that came before; `restart` has to follow.
  package mutating func tag() -> [UInt8] { code.tag(HMACSHA256.byteCount) }

  /// The 32 bytes of the tag of all that came before.
  package consuming func finish() -> [UInt8] { code.finish(HMACSHA256.byteCount) }
}
