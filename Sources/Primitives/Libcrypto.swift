internal import COpenSSL

/// libcrypto's algorithms, fetched once: fetching costs more than hashing a short message.
///
/// libcrypto fails here only if it lacks an algorithm or memory; nothing sensible can be done then,
/// so the program ends.
@safe enum Libcrypto {
  @safe struct Algorithm: @unchecked Sendable { let pointer: OpaquePointer }

  static let sha256 = unsafe algorithm(EVP_MD_fetch(nil, "SHA256", nil))
  static let aes256GCM = unsafe algorithm(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil))
  static let aes256ECB = unsafe algorithm(EVP_CIPHER_fetch(nil, "AES-256-ECB", nil))
  static let aes256CTR = unsafe algorithm(EVP_CIPHER_fetch(nil, "AES-256-CTR", nil))
  static let hmac = unsafe algorithm(EVP_MAC_fetch(nil, "HMAC", nil))
  static let poly1305 = unsafe algorithm(EVP_MAC_fetch(nil, "POLY1305", nil))
  static let hkdf = unsafe algorithm(EVP_KDF_fetch(nil, "HKDF", nil))

  private static func algorithm(_ pointer: OpaquePointer?) -> Algorithm {
    guard let pointer = unsafe pointer else { preconditionFailure("libcrypto lacks an algorithm") }
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
