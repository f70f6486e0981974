package import System

extension ByteSource {
  /// Calls `body` with all bytes in order, `size` at a time (fewer the last time), in locked
  /// memory, until it returns false.
  package func forEachSecretPiece(
    of size: Int, _ body: (Span<UInt8>) throws(SystemError) -> Bool
  ) throws(SystemError) {
    var piece = SecretBytes(count: min(size, count))
    var offset = 0
    while offset < count {
      let length = min(size, count - offset)
      let goesOn = try piece.withMutableBytes { bytes throws(SystemError) in
        var bytes = bytes.part(0..<length)
        try read(into: &bytes, at: offset)
        return try body(bytes.span)
      }
      if !goesOn { return }
      offset += length
    }
  }
}
