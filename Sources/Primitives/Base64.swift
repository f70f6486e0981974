internal import COpenSSL

/// Base 64 (RFC 4648, section 4), with padding and without line breaks.
package enum Base64 {
  /// Encodes `bytes`, which are not secret.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let count = (bytes.count + 2) / 3 * 4
    // libcrypto appends a NUL.
    return unsafe [UInt8](unsafeUninitializedCapacity: count + 1) { letters, written in
      written = unsafe Int(EVP_EncodeBlock(letters.baseAddress, bytes, Int32(bytes.count)))
    }
  }
}
