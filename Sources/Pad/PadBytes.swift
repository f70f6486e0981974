package import System

/// The bytes of a slice in use. Only `PadSlice.use` makes one, and it ends there.
package struct PadBytes: ~Copyable {
  private let source: any SliceSource

  init(_ source: any SliceSource) { self.source = source }

  /// Lends the one-time keys: HMAC-SHA256's, then Poly1305's (vernam-message(5), "THE PACKET").
  package func withAuthenticationKeys<Result: ~Copyable>(
    _ body: (_ hmac: Span<UInt8>, _ poly1305: Span<UInt8>) -> Result
  ) throws(SystemError) -> Result {
    var keys = SecretBytes(count: PadSlice.authenticationBytes)
    let source = source
    try keys.withMutableBytes { keys throws(SystemError) in
      try source.combine(with: &keys, at: 0)
    }
    return keys.withBytes { body($0.extracting(0..<32), $0.extracting(32..<64)) }
  }

  /// XORs pad into the part of the body that begins at `offset`: encrypts and decrypts.
  package func combine(
    with text: inout MutableSpan<UInt8>, at offset: Int
  ) throws(SystemError) {
    precondition(
      offset >= 0 && text.count <= source.count - PadSlice.authenticationBytes - offset)
    try source.combine(with: &text, at: PadSlice.authenticationBytes + offset)
  }
}
