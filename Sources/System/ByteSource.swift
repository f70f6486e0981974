/// Bytes that can be read anywhere, any number of times: a message's content, or a packet.
package protocol ByteSource: AnyObject {
  /// How many bytes there are.
  var count: Int { get }
  /// Fills all of `bytes` from `offset` on. Reading past the end is the caller's bug if the bytes
  /// are in memory, and an error (`EIO`) if a file has become shorter.
  func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError)
}

extension ByteSource {
  /// Calls `body` with all bytes in order, `size` at a time (fewer the last time), on the ordinary
  /// heap: only for bytes that are not secret.
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

  /// The same if only the system can fail.
  package func forEachPiece(
    of size: Int, in range: Range<Int>? = nil,
    _ body: (Span<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) {
    try forEachPiece(of: size, in: range, convert: { $0 }, body)
  }

  /// Reads a few bytes that are not secret.
  package func bytes(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var span = bytes.mutableSpan
    try read(into: &span, at: range.lowerBound)
    return bytes
  }
}
