internal import COpenSSL
internal import Pad

/// SHA-256 (FIPS 180-4), computed incrementally.
@safe package struct SHA256: ~Copyable {
  /// Bytes of a digest.
  package static let byteCount = 32

  private let context: OpaquePointer

  package init() {
    unsafe context = EVP_MD_CTX_new()
    unsafe Libcrypto.require(EVP_DigestInit_ex2(context, Libcrypto.sha256.pointer, nil))
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  package mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe Libcrypto.require(EVP_DigestUpdate(context, $0.baseAddress, $0.count))
    }
  }

  /// The 32-byte digest of all bytes so far.
  package consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
    unsafe Libcrypto.require(EVP_DigestFinal_ex(context, &digest, nil))
    return digest
  }

  /// The same of a hash that somebody else owns, which starts again.
  package mutating func finishAndReset() -> [UInt8] {
    var ended = SHA256()
    swap(&ended, &self)
    return ended.finish()
  }

  /// The digest of one piece.
  package static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }
}
