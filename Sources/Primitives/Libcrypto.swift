internal import COpenSSL

/// libcrypto's algorithms, fetched once: fetching costs more than hashing a short message.
///
/// libcrypto fails here only if it lacks an algorithm or memory; nothing sensible can be done then,
/// so the program ends.
@safe enum Libcrypto {
  @safe struct Algorithm: @unchecked Sendable { let pointer: OpaquePointer }

  static let sha256 = unsafe algorithm { unsafe EVP_MD_fetch(nil, "SHA256", nil) }
  static let aes256GCM = unsafe algorithm { unsafe EVP_CIPHER_fetch(nil, "AES-256-GCM", nil) }
  static let aes256ECB = unsafe algorithm { unsafe EVP_CIPHER_fetch(nil, "AES-256-ECB", nil) }
  static let aes256CTR = unsafe algorithm { unsafe EVP_CIPHER_fetch(nil, "AES-256-CTR", nil) }
  static let hmac = unsafe algorithm { unsafe EVP_MAC_fetch(nil, "HMAC", nil) }
  static let poly1305 = unsafe algorithm { unsafe EVP_MAC_fetch(nil, "POLY1305", nil) }
  static let hkdf = unsafe algorithm { unsafe EVP_KDF_fetch(nil, "HKDF", nil) }

  private static let initialized: Void = require(
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil))

  /// Has to come before anything else of libcrypto. Otherwise it takes itself apart as soon as the
  /// program begins to exit, and a thread that still uses it fails.
  static func initialize() { initialized }

  private static func algorithm(_ fetch: () -> OpaquePointer?) -> Algorithm {
    initialize()
    guard let pointer = unsafe fetch() else { preconditionFailure("libcrypto lacks an algorithm") }
    return unsafe Algorithm(pointer: pointer)
  }

  /// A C string that lives as long as the program: OSSL_PARAM keeps pointers to its names.
  static func constant(_ text: StaticString) -> UnsafeMutablePointer<CChar> {
    unsafe UnsafeMutableRawPointer(mutating: text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// Ends the program unless libcrypto returned 1.
  static func require(_ result: Int32) {
    precondition(result == 1, "libcrypto failed")
  }
}
