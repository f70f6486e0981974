internal import COpenSSL
package import Pad

/// HKDF with SHA-256 (RFC 5869), extract and expand in one.
package enum HKDF {
  /// Derives `count` bytes, at most 255 · 32, from `key`.
  package static func derive(
    from key: Span<UInt8>, salt: Span<UInt8>, info: Span<UInt8>, count: Int
  ) -> SecretBytes {
    let context = unsafe EVP_KDF_CTX_new(Libcrypto.hkdf.pointer)
    defer { unsafe EVP_KDF_CTX_free(context) }
    var result = SecretBytes(count: count)
    unsafe key.withUnsafeBufferPointer { key in
      unsafe salt.withUnsafeBufferPointer { salt in
        unsafe info.withUnsafeBufferPointer { info in
          let parameters = unsafe [
            OSSL_PARAM_construct_utf8_string(
              Libcrypto.constant("digest"), Libcrypto.constant("SHA256"), 0),
            octets("key", key), octets("salt", salt), octets("info", info),
            OSSL_PARAM_construct_end(),
          ]
          result.withMutableBytes { result in
            unsafe result.withUnsafeMutableBufferPointer {
              unsafe Libcrypto.require(
                EVP_KDF_derive(context, $0.baseAddress, $0.count, parameters))
            }
          }
        }
      }
    }
    return result
  }

  /// OSSL_PARAM needs a mutable pointer to data it only reads.
  private static func octets(
    _ name: StaticString, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> OSSL_PARAM {
    unsafe OSSL_PARAM_construct_octet_string(
      Libcrypto.constant(name), UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}
