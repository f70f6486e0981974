// Invariant 1: `use` consumes the slice, and the compiler refuses a second use.

/// The pad bytes of one message: 64 bytes of one-time authentication keys, then one byte for each
/// byte of the body. They are read from their source a piece at a time.
package struct PadSlice: ~Copyable {
  /// Bytes of authentication keys at the head of a slice: 32 for HMAC-SHA256, 32 for Poly1305.
  package static let authenticationBytes = 64

  private let source: any SliceSource

  /// `source` holds at least `authenticationBytes`, and serves no other slice.
  package init(_ source: any SliceSource) {
    precondition(source.count >= PadSlice.authenticationBytes)
    self.source = source
  }

  /// Lends the pad bytes to their one message.
  package consuming func use<Result: ~Copyable, Failure: Error>(
    _ body: (borrowing PadBytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(PadBytes(source))
  }
}
