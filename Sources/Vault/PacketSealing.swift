// Invariant 2: what is made here stays in memory, in the spool or in a file without its name until
// both slots of the state say that its chunks are spent.
internal import Codec
internal import Pad
internal import System

/// Makes one packet, a piece at a time.
struct PacketSealing: ~Copyable {
  private let place: PacketPlace
  private let slice: Range<Int>
  private let placing: PacketPlacing
  private let headerKey: SecretBytes

  /// - Parameter slice: the chunks over both lanes.
  init(
    place: PacketPlace, slice: Range<Int>, into placing: PacketPlacing,
    headerKey: consuming SecretBytes
  ) {
    self.place = place
    self.slice = slice
    self.placing = placing
    self.headerKey = headerKey
  }

  var packet: any ByteSource { placing.source }

  /// Encrypts and authenticates `body` with the slice.
  func run(
    _ body: borrowing BodyReader, _ file: ChunkFile, _ tree: borrowing KeyTree
  ) throws(VaultError) {
    do throws(SystemError) { try seal(body, file, tree) } catch { throw .system(error) }
  }

  private func seal(
    _ body: borrowing BodyReader, _ file: ChunkFile, _ tree: borrowing KeyTree
  ) throws(SystemError) {
    var reader = SliceReader(file, slice)
    try check(reader.advance(tree), file)
    var authenticator = reader.withPiece { piece in
      PacketAuthenticator(
        hmac: piece.extracting(0..<32), poly1305: piece.extracting(32..<64), at: place)
    }
    reader.skip(PadSlice.authenticationBytes)
    let pieceBytes = file.environment.pieceBytes
    var text = SecretBytes(count: min(body.count, pieceBytes))
    var done = 0
    while done < body.count {
      // Writes that begin amid a page cost more: all but the first begin with a piece of the file.
      let length = min(body.count - done, pieceBytes - (Packet.headerBytes + done) % pieceBytes)
      try text.withMutableBytes { text throws(SystemError) in
        var text = text.part(0..<length)
        try body.read(into: &text, at: done)
        try check(reader.xor(into: &text, tree), file)
        // Ciphertext from here on.
        authenticator.update(text.span)
        try placing.write(text.span, at: Packet.headerBytes + done)
      }
      done += length
    }
    let tag = authenticator.finish()
    try placing.write(tag.span, at: Packet.headerBytes + done)
    let header = Packet.header(place.chunk, tag: tag, headerKey: headerKey)
    try placing.write(header.span, at: 0)
  }

  /// The chunks were sound a moment ago: one that is not now is an error of the disk.
  private func check(_ advance: SliceReader.Advance, _ file: ChunkFile) throws(SystemError) {
    if advance != .piece {
      throw SystemError("read", file.file.path, code: SystemError.inputOutput)
    }
  }
}
