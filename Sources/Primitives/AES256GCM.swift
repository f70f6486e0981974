internal import COpenSSL
internal import Pad

/// AES-256-GCM (NIST SP 800-38D) with 12-byte nonces and 16-byte tags. One value serves any
/// number of keys in turn, which spares libcrypto an allocation for each chunk.
@safe package struct AES256GCM: ~Copyable {
  package static let keyBytes = 32
  package static let nonceBytes = 12
  package static let tagBytes = 16
  /// The nonce of a key that seals exactly one thing.
  package static let zeroNonce = [UInt8](repeating: 0, count: nonceBytes)

  private let context: OpaquePointer

  package init() { unsafe context = EVP_CIPHER_CTX_new() }

  deinit { unsafe EVP_CIPHER_CTX_free(context) }

  /// Writes `text.count + tagBytes` bytes to the head of `sealed`: ciphertext, then tag.
  package mutating func seal(
    _ text: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>, authenticating data: Span<UInt8>,
    into sealed: inout MutableSpan<UInt8>
  ) {
    let count = text.count
    precondition(sealed.count >= count + AES256GCM.tagBytes)
    start(key: key, nonce: nonce, data: data, encrypting: true)
    let context = unsafe context
    unsafe text.withUnsafeBufferPointer { text in
      unsafe sealed.withUnsafeMutableBufferPointer { sealed in
        var written: Int32 = 0
        unsafe Library.require(
          EVP_CipherUpdate(context, sealed.baseAddress, &written, text.baseAddress, Int32(count)))
        unsafe Library.require(EVP_CipherFinal_ex(context, nil, &written))
        unsafe Library.require(
          EVP_CIPHER_CTX_ctrl(
            context, EVP_CTRL_AEAD_GET_TAG, Int32(AES256GCM.tagBytes), sealed.baseAddress! + count))
      }
    }
  }

  /// Writes `sealed.count - tagBytes` bytes to the head of `text`. False, and `text` zeroed, when
  /// the tag does not verify.
  package mutating func open(
    _ sealed: Span<UInt8>, key: Span<UInt8>, nonce: Span<UInt8>,
    authenticating data: Span<UInt8>, into text: inout MutableSpan<UInt8>
  ) -> Bool {
    let count = sealed.count - AES256GCM.tagBytes
    guard count >= 0 else { return false }
    precondition(text.count >= count)
    start(key: key, nonce: nonce, data: data, encrypting: false)
    let context = unsafe context
    return unsafe sealed.withUnsafeBufferPointer { sealed in
      unsafe text.withUnsafeMutableBufferPointer { text in
        var written: Int32 = 0
        unsafe Library.require(
          EVP_CipherUpdate(context, text.baseAddress, &written, sealed.baseAddress, Int32(count)))
        let tag = unsafe UnsafeMutablePointer(mutating: sealed.baseAddress! + count)
        unsafe Library.require(
          EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(AES256GCM.tagBytes), tag))
        if unsafe EVP_CipherFinal_ex(context, nil, &written) == 1 { return true }
        unsafe OPENSSL_cleanse(text.baseAddress, count)
        return false
      }
    }
  }

  private func start(
    key: Span<UInt8>, nonce: Span<UInt8>, data: Span<UInt8>, encrypting: Bool
  ) {
    precondition(key.count == AES256GCM.keyBytes && nonce.count == AES256GCM.nonceBytes)
    let context = unsafe context
    unsafe key.withUnsafeBufferPointer { key in
      unsafe nonce.withUnsafeBufferPointer { nonce in
        unsafe Library.require(
          EVP_CipherInit_ex2(
            context, Library.aes256GCM.pointer, key.baseAddress, nonce.baseAddress,
            encrypting ? 1 : 0, nil))
      }
    }
    unsafe data.withUnsafeBufferPointer { data in
      var written: Int32 = 0
      unsafe Library.require(
        EVP_CipherUpdate(context, nil, &written, data.baseAddress, Int32(data.count)))
    }
  }
}
