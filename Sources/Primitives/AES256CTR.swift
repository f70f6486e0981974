internal import COpenSSL
internal import Pad

/// The key stream of AES-256 in counter mode (NIST SP 800-38A §6.5), counting from zero. One
/// value serves any number of keys in turn.
@safe package struct AES256CTR: ~Copyable {
  private let context: OpaquePointer
  /// Naming the cipher again would set all of it up again for each key.
  private var isSetUp = false

  package init() { unsafe context = EVP_CIPHER_CTX_new() }

  deinit { unsafe EVP_CIPHER_CTX_free(context) }

  /// XORs the first bytes of the stream under `key` (32 bytes) into `bytes`, at most 2³¹ − 1.
  package mutating func combine(key: Span<UInt8>, with bytes: inout MutableSpan<UInt8>) {
    combine(key: key, counter: AES256CTR.zeroCounter.span, with: &bytes)
  }

  /// The same, counting from `counter` (16 bytes, big-endian).
  package mutating func combine(
    key: Span<UInt8>, counter: Span<UInt8>, with bytes: inout MutableSpan<UInt8>
  ) {
    start(key: key, counter: counter)
    let context = unsafe context
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      var written: Int32 = 0
      unsafe Libcrypto.require(
        EVP_EncryptUpdate(
          context, bytes.baseAddress, &written, bytes.baseAddress, Int32(bytes.count)))
    }
  }

  /// Replaces `bytes` with the stream under `key` (32 bytes) that counts from `counter` (16 bytes,
  /// big-endian).
  package mutating func fill(
    _ bytes: inout MutableSpan<UInt8>, key: Span<UInt8>, counter: Span<UInt8>
  ) {
    start(key: key, counter: counter)
    let context = unsafe context
    unsafe bytes.withUnsafeMutableBufferPointer { bytes in
      var done = 0
      while done < bytes.count {
        var written: Int32 = 0
        let count = min(bytes.count - done, AES256CTR.zeros.count)
        unsafe Libcrypto.require(
          EVP_EncryptUpdate(
            context, bytes.baseAddress! + done, &written, AES256CTR.zeros, Int32(count)))
        done += count
      }
    }
  }

  private mutating func start(key: Span<UInt8>, counter: Span<UInt8>) {
    precondition(key.count == 32 && counter.count == 16)
    let context = unsafe context
    let cipher = unsafe isSetUp ? nil : Libcrypto.aes256CTR.pointer
    unsafe key.withUnsafeBufferPointer { key in
      unsafe counter.withUnsafeBufferPointer { counter in
        unsafe Libcrypto.require(
          EVP_EncryptInit_ex2(
            context, cipher, key.baseAddress, counter.baseAddress, nil))
      }
    }
    isSetUp = true
  }

  private static let zeroCounter = [UInt8](repeating: 0, count: 16)
  /// Whole blocks, enough of them that a call for each costs nothing.
  private static let zeros = [UInt8](repeating: 0, count: 16 << 10)
}
