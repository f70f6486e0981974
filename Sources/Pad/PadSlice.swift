/// Pad bytes that belong to one message: 64 bytes of one-time authentication keys, then one byte
/// for each byte of the body.
///
/// Used once (invariant 1): `combine` consumes the slice, and the compiler refuses a second use.
package struct PadSlice: ~Copyable {
  /// Bytes of authentication keys at the head of a slice: 32 for HMAC-SHA256, 32 for Poly1305.
  package static let authenticationBytes = 64

  private let bytes: SecretBytes

  /// At least `authenticationBytes` of them.
  package init(_ bytes: consuming SecretBytes) {
    precondition(bytes.count >= PadSlice.authenticationBytes)
    self.bytes = bytes
  }

  /// The longest body that this slice can encrypt, in bytes.
  package var capacity: Int { bytes.count - PadSlice.authenticationBytes }

  /// Lends the one-time keys: HMAC-SHA256's, then Poly1305's (message.md, "Packet").
  package func withAuthenticationKeys<Result: ~Copyable>(
    _ body: (_ hmac: Span<UInt8>, _ poly1305: Span<UInt8>) -> Result
  ) -> Result {
    bytes.withBytes { body($0.extracting(0..<32), $0.extracting(32..<64)) }
  }

  /// XORs the pad into `text`, which is encryption and decryption alike.
  package consuming func combine(with text: inout MutableSpan<UInt8>) {
    bytes.withBytes { PadSlice.combine($0, with: &text) }
  }

  /// The same for text that is secret already.
  package consuming func combine(with text: inout SecretBytes) {
    bytes.withBytes { pad in text.withMutableBytes { PadSlice.combine(pad, with: &$0) } }
  }

  private static func combine(_ pad: Span<UInt8>, with text: inout MutableSpan<UInt8>) {
    precondition(text.count <= pad.count - authenticationBytes)
    text.xor(pad.extracting(authenticationBytes..<authenticationBytes + text.count))
  }
}
