internal import Codec
internal import Pad
internal import System

/// A packet that came in, wherever it is stored; nothing in it is trusted.
struct PacketInput {
  let source: any ByteSource
  /// Its first 8 bytes.
  let header: [UInt8]
  /// Its last 48 bytes.
  let tag: [UInt8]

  /// Nil if it is too short to be a packet.
  init?(_ source: any ByteSource) throws(VaultError) {
    guard source.count >= Packet.leastBytes else { return nil }
    self.source = source
    header = try system(source.bytes(0..<Packet.headerBytes))
    tag = try system(source.bytes(source.count - Packet.tagBytes..<source.count))
  }

  /// Bytes of its body.
  var bodyBytes: Int { Packet.bodyBytes(packet: source.count) }

  /// What the log of read packets keeps.
  var shortTag: [UInt8] { Array(tag[0..<8]) }

  /// Reads the header with one key after another.
  var headerReader: HeaderReader { HeaderReader(header: header.span, tag: tag.span) }

  /// Fills `bytes` with ciphertext from `offset` of the body on.
  func read(into bytes: inout MutableSpan<UInt8>, at offset: Int) throws(SystemError) {
    try source.read(into: &bytes, at: Packet.headerBytes + offset)
  }

  /// Calls `body` with the ciphertext, piece by piece.
  func forEachPiece(
    of size: Int, _ body: (Span<UInt8>) throws(SystemError) -> Void
  ) throws(SystemError) {
    let range = Packet.headerBytes..<Packet.headerBytes + bodyBytes
    try source.forEachPiece(of: size, in: range, body)
  }
}
