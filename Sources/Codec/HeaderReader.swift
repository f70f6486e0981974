internal import Pad
internal import Primitives

/// A reader that tries one header key after another on a packet, to find whose it is.
package struct HeaderReader: ~Copyable {
  private let masked: UInt32
  private let check: [UInt8]
  private var code: HeaderCode

  /// - Parameters:
  ///   - header: the packet's first 8 bytes or more.
  ///   - tag: its last 48.
  package init(header: Span<UInt8>, tag: Span<UInt8>) {
    var offset = 0
    masked = header.load(UInt32.self, at: &offset)
    check = header.extracting(4..<8).publicCopy
    code = HeaderCode(tag: tag)
  }

  /// The chunk that the packet claims to start at; nil if `key` is not its lane's, or if the lane
  /// does not have that many chunks. The range is checked first: it rules out most keys without the
  /// second code.
  package mutating func chunk(_ key: Span<UInt8>, below laneChunks: Int) -> Int? {
    let chunk = masked ^ code.mask(key)
    guard chunk < laneChunks else { return nil }
    let expected = code.check(chunk, key)
    return equalInConstantTime(expected.span, check.span) ? Int(chunk) : nil
  }
}
