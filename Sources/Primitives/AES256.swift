internal import COpenSSL
internal import Pad

/// The block cipher AES-256 (FIPS 197) on single blocks: those of the key tree, and that of the
/// header's mask. Text is sealed with `AES256GCM`. One value serves any number of keys in turn.
@safe package struct AES256: ~Copyable {
  package static let blockBytes = 16

  private let context: OpaquePointer
  /// Naming the cipher again would set all of it up again for each key.
  private var isSetUp = false

  package init() { unsafe context = EVP_CIPHER_CTX_new() }

  deinit { unsafe EVP_CIPHER_CTX_free(context) }

  /// Encrypts each block of `text` on its own under `key` (32 bytes), into as many bytes of
  /// `result`.
  package mutating func encrypt(
    _ text: Span<UInt8>, key: Span<UInt8>, into result: inout MutableSpan<UInt8>
  ) {
    precondition(key.count == 32 && text.count == result.count)
    precondition(text.count.isMultiple(of: AES256.blockBytes))
    let context = unsafe context
    let cipher = unsafe isSetUp ? nil : Libcrypto.aes256ECB.pointer
    unsafe key.withUnsafeBufferPointer { key in
      unsafe Libcrypto.require(EVP_EncryptInit_ex2(context, cipher, key.baseAddress, nil, nil))
    }
    isSetUp = true
    unsafe text.withUnsafeBufferPointer { text in
      unsafe result.withUnsafeMutableBufferPointer { result in
        var written: Int32 = 0
        unsafe Libcrypto.require(
          EVP_EncryptUpdate(
            context, result.baseAddress, &written, text.baseAddress, Int32(text.count)))
        precondition(written == text.count)
      }
    }
  }
}
