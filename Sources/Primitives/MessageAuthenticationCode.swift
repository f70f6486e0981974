internal import COpenSSL
internal import Pad

/// libcrypto's EVP_MAC, incremental: what HMAC-SHA256 and Poly1305 have in common.
@safe struct MessageAuthenticationCode: ~Copyable {
  private let context: OpaquePointer

  init(_ algorithm: Libcrypto.Algorithm, key: Span<UInt8>, digest: StaticString? = nil) {
    unsafe context = EVP_MAC_CTX_new(algorithm.pointer)
    let context = unsafe context
    unsafe key.withUnsafeBufferPointer { key in
      guard let digest else {
        unsafe Libcrypto.require(EVP_MAC_init(context, key.baseAddress, key.count, nil))
        return
      }
      let parameters = unsafe [
        OSSL_PARAM_construct_utf8_string(
          Libcrypto.constant("digest"), Libcrypto.constant(digest), 0),
        OSSL_PARAM_construct_end(),
      ]
      unsafe Libcrypto.require(EVP_MAC_init(context, key.baseAddress, key.count, parameters))
    }
  }

  deinit { unsafe EVP_MAC_CTX_free(context) }

  mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe Libcrypto.require(EVP_MAC_update(context, $0.baseAddress, $0.count))
    }
  }

  /// The tag of all bytes so far.
  consuming func finish(_ count: Int) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: count)
    var written = 0
    unsafe Libcrypto.require(EVP_MAC_final(context, &tag, &written, count))
    precondition(written == count)
    return tag
  }
}
