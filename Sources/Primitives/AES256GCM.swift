internal import COpenSSL
package import Pad

/// AES-256-GCM (NIST SP 800-38D) with 12-byte nonces and 16-byte tags. One value serves any number
/// of keys in turn, which saves libcrypto an allocation per chunk.
@safe package struct AES256GCM: ~Copyable {
  package static let keyBytes = 32
  package static let nonceBytes = 12
  package static let tagBytes = 16
  /// The nonce of a key that seals exactly one thing.
  package static let zeroNonce = [UInt8](repeating: 0, count: nonceBytes)

  private let context: OpaquePointer
  /// Naming the cipher again would set all of it up again for each chunk.
  private var isSetUp = false

  package init() { unsafe context = EVP_CIPHER_CTX_new() }

  deinit { unsafe EVP_CIPHER_CTX_free(context) }

  /// Writes `text.count + tagBytes` bytes into `sealed` from `offset` on: ciphertext, then tag.
  package mutating func seal(
    _ text: Span<UInt8>, key: Span<UInt8>, nonce: [UInt8], authenticating data: [UInt8],
    into sealed: inout MutableSpan<UInt8>, at offset: Int = 0
  ) {
    let count = text.count
    precondition(offset >= 0 && sealed.count - offset >= count + AES256GCM.tagBytes)
    start(key: key, nonce: nonce, data: data, encrypting: true)
    let context = unsafe context
    unsafe text.withUnsafeBufferPointer { text in
      unsafe sealed.withUnsafeMutableBufferPointer { sealed in
        let target = unsafe sealed.baseAddress! + offset
        var written: Int32 = 0
        unsafe Libcrypto.require(
          EVP_CipherUpdate(context, target, &written, text.baseAddress, Int32(count)))
        unsafe Libcrypto.require(EVP_CipherFinal_ex(context, nil, &written))
        unsafe Libcrypto.require(
          EVP_CIPHER_CTX_ctrl(
            context, EVP_CTRL_AEAD_GET_TAG, Int32(AES256GCM.tagBytes), target + count))
      }
    }
  }

  /// Writes `sealed.count - tagBytes` bytes into `text` from `offset` on. Returns false, with those
  /// bytes zeroed, if the tag does not verify.
  package mutating func open(
    _ sealed: Span<UInt8>, key: Span<UInt8>, nonce: [UInt8],
    authenticating data: [UInt8], into text: inout MutableSpan<UInt8>, at offset: Int = 0
  ) -> Bool {
    let count = sealed.count - AES256GCM.tagBytes
    guard count >= 0 else { return false }
    precondition(offset >= 0 && text.count - offset >= count)
    start(key: key, nonce: nonce, data: data, encrypting: false)
    let context = unsafe context
    return unsafe sealed.withUnsafeBufferPointer { sealed in
      unsafe text.withUnsafeMutableBufferPointer { text in
        let target = unsafe text.baseAddress! + offset
        var written: Int32 = 0
        unsafe Libcrypto.require(
          EVP_CipherUpdate(context, target, &written, sealed.baseAddress, Int32(count)))
        let tag = unsafe UnsafeMutablePointer(mutating: sealed.baseAddress! + count)
        unsafe Libcrypto.require(
          EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(AES256GCM.tagBytes), tag))
        if unsafe EVP_CipherFinal_ex(context, nil, &written) == 1 { return true }
        unsafe OPENSSL_cleanse(target, count)
        return false
      }
    }
  }

  /// The nonce of the text with this number under a key that seals several.
  package static func nonce(_ number: UInt64) -> [UInt8] { [0, 0, 0, 0] + number.bigEndianBytes }

  /// One text, sealed: ciphertext, then tag.
  package static func seal(
    _ text: Span<UInt8>, key: borrowing SecretBytes, nonce: [UInt8] = zeroNonce,
    authenticating data: [UInt8]
  ) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: text.count + tagBytes)
    var target = sealed.mutableSpan
    var cipher = AES256GCM()
    key.withBytes {
      cipher.seal(text, key: $0, nonce: nonce, authenticating: data, into: &target)
    }
    return sealed
  }

  /// The text that was sealed; nil if the tag does not verify.
  package static func open(
    _ sealed: Span<UInt8>, key: borrowing SecretBytes, nonce: [UInt8] = zeroNonce,
    authenticating data: [UInt8]
  ) -> SecretBytes? {
    guard sealed.count >= tagBytes else { return nil }
    var text = SecretBytes(count: sealed.count - tagBytes)
    var cipher = AES256GCM()
    let isGenuine = key.withBytes { key in
      text.withMutableBytes {
        cipher.open(sealed, key: key, nonce: nonce, authenticating: data, into: &$0)
      }
    }
    return isGenuine ? consume text : nil
  }

  private mutating func start(
    key: Span<UInt8>, nonce: [UInt8], data: [UInt8], encrypting: Bool
  ) {
    precondition(key.count == AES256GCM.keyBytes && nonce.count == AES256GCM.nonceBytes)
    let context = unsafe context
    let cipher = unsafe isSetUp ? nil : Libcrypto.aes256GCM.pointer
    unsafe key.withUnsafeBufferPointer { key in
      unsafe Libcrypto.require(
        EVP_CipherInit_ex2(context, cipher, key.baseAddress, nonce, encrypting ? 1 : 0, nil))
    }
    isSetUp = true
    var written: Int32 = 0
    unsafe Libcrypto.require(EVP_CipherUpdate(context, nil, &written, data, Int32(data.count)))
  }
}
