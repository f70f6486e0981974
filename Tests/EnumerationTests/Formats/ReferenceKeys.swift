import Pad
import Primitives
import TestSupport

@testable import Vault

// The keys of a vault's files as vernam-vault(5) derives them, not as the program does.

enum ReferenceKeys {
  /// HKDF with SHA-256 (RFC 5869), for 32 bytes of output: one round of each half.
  static func hkdf(_ key: Span<UInt8>, salt: [UInt8], info: [UInt8]) -> [UInt8] {
    let salt = salt.isEmpty ? [UInt8](repeating: 0, count: 32) : salt
    var extract = HMACSHA256(key: salt.span)
    extract.update(key)
    let pseudorandomKey = extract.finish()
    var expand = HMACSHA256(key: pseudorandomKey.span)
    expand.update((info + [1]).span)
    return expand.finish()
  }

  /// The contents of a file of chunks, all of them spent.
  static func wipedFile(of pad: KnownPad, in vault: Vault) -> [UInt8] {
    let info = Array("vernam/1 wiped".utf8) + pad.id.bytes
    let key = vault.rootKey.withBytes { hkdf($0, salt: [], info: info) }
    var bytes = [UInt8](repeating: 0, count: pad.shape.chunks * (pad.shape.chunkBytes + 16))
    var span = bytes.mutableSpan
    var cipher = AES256CTR()
    // The counter block is the offset in blocks of 16 bytes, so the whole file counts from zero.
    cipher.combine(key: key.span, with: &span)
    return bytes
  }

  /// Opens what a key of its own sealed; nil if the key is wrong or the data damaged.
  static func open(
    _ sealed: Span<UInt8>, key: [UInt8], authenticating data: [UInt8]
  ) -> [UInt8]? {
    guard sealed.count >= AES256GCM.tagBytes else { return nil }
    var text = [UInt8](repeating: 0, count: sealed.count - AES256GCM.tagBytes)
    var span = text.mutableSpan
    var cipher = AES256GCM()
    let isValid = cipher.open(
      sealed, key: key.span, nonce: AES256GCM.zeroNonce, authenticating: data, into: &span)
    return isValid ? text : nil
  }
}
