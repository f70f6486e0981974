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

  /// The six bits of a letter; nil for other bytes.
  package static func value(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
