/// Bytes that can be read at any place, any number of times: a message's content, or a packet.
package protocol ByteSource: AnyObject {
  /// How many there are.
  var count: Int { get }
  /// Fills all of `bytes` from `offset` on. Reading past the end is the caller's own mistake where
  /// the bytes are in memory, and an error (`EIO`) where a file has become shorter.
  func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError)
}

extension ByteSource {
  /// Calls `body` with all bytes in order, `size` of them at a time, the last time fewer. What is
  /// lent lies on the ordinary heap: for what is no secret only.
  package func forEachPiece<Failure: Error>(
    of size: Int, in range: Range<Int>? = nil, convert: (SystemError) -> Failure,
    _ body: (Span<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let range = range ?? 0..<count
    var piece = [UInt8](repeating: 0, count: min(size, range.count))
    var offset = range.lowerBound
    while offset < range.upperBound {
      let length = min(size, range.upperBound - offset)
      if length < piece.count { piece.removeLast(piece.count - length) }
      var span = piece.mutableSpan
      do throws(SystemError) { try read(into: &span, at: offset) } catch { throw convert(error) }
      try body(piece.span)
      offset += length
    }
  }

  /// The same where only reading and the system can fail.
  package func forEachPiece(
    of size: Int, in range: Range<Int>? = nil,
    _ body: (Span<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) {
    try forEachPiece(of: size, in: range, convert: { $0 }, body)
  }

  /// A few bytes that are no secret.
  package func bytes(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var span = bytes.mutableSpan
    try read(into: &span, at: range.lowerBound)
    return bytes
  }
}
