// Invariant 3: nothing here decrypts before `isAuthentic` has answered for the whole packet, and what
// was decrypted then is handed over only after the ciphertext was authenticated once more.
internal import Codec
internal import Pad
internal import Primitives
internal import System

/// Reads one packet with its slice, a piece at a time.
struct PacketOpening: ~Copyable {

  enum Failure: Error {
    case damagedChunk
    case system(SystemError)
    /// The packet is not what it was when it was verified.
    case changed
    case recipient(VaultError)
  }

  private let packet: PacketInput
  private let place: PacketPlace
  private let slice: Range<Int>
  private let file: ChunkFile

  /// - Parameter slice: the chunks over both lanes.
  init(_ packet: PacketInput, at place: PacketPlace, slice: Range<Int>, _ file: ChunkFile) {
    self.packet = packet
    self.place = place
    self.slice = slice
    self.file = file
  }

  private var pieceBytes: Int { file.environment.pieceBytes }

  /// Verifies both authenticators over the whole packet.
  func isAuthentic(_ tree: borrowing KeyTree) throws(Failure) -> Bool {
    let keys = try pad(0..<PadSlice.authenticationBytes, tree)
    var authenticator = keys.withBytes {
      PacketAuthenticator(hmac: $0.extracting(0..<32), poly1305: $0.extracting(32..<64), at: place)
    }
    do throws(SystemError) {
      let environment = file.environment
      try packet.forEachPiece(of: pieceBytes) { piece throws(SystemError) in
        try environment.checkNotStopped()
        authenticator.update(piece)
      }
    } catch { throw .system(error) }
    let expected = authenticator.finish()
    return equalInConstantTime(expected.span, packet.tag.span)
  }

  /// The head of the body, and where its content stands; nil when it is not formed like one.
  func head(
    _ tree: borrowing KeyTree
  ) throws(Failure) -> (head: BodyHead, content: Range<Int>)? {
    guard let end = try contentEnd(tree) else { return nil }
    let start = try text(0..<min(packet.bodyBytes, BodyHead.maximumBytes), tree)
    guard let head = start.withBytes({ BodyHead($0, end: end) }) else { return nil }
    return (head, head.encodedBytes..<end)
  }

  /// Where the mark stands, looked for from the end on; nil when something else is last.
  private func contentEnd(_ tree: borrowing KeyTree) throws(Failure) -> Int? {
    var end = packet.bodyBytes
    while end > 0 {
      let range = max(0, end - pieceBytes)..<end
      let text = try text(range, tree)
      if let found = text.withBytes({ Body.end(of: $0) }) {
        let isMark = text.withBytes { $0[found] == Body.mark }
        return isMark ? range.lowerBound + found : nil
      }
      end = range.lowerBound
    }
    return nil
  }

  /// Decrypts the content piece by piece, authenticating all of the packet again.
  func decrypt(
    _ content: Range<Int>, _ tree: borrowing KeyTree,
    _ take: (Span<UInt8>) throws(VaultError) -> Void
  ) throws(Failure) {
    var reader = SliceReader(file, slice)
    var advance: SliceReader.Advance
    do throws(SystemError) { advance = try reader.advance(tree) } catch { throw .system(error) }
    if advance != .piece { throw .damagedChunk }
    var recheck = reader.withPiece {
      PacketRecheck(poly1305: $0.extracting(32..<64), at: place)
    }
    reader.skip(PadSlice.authenticationBytes)
    let ahead = pieceBytes - content.lowerBound % pieceBytes
    var text = SecretBytes(count: min(packet.bodyBytes, pieceBytes))
    var done = 0
    while done < packet.bodyBytes {
      // Pieces of content begin where pieces of the file do that it is written to.
      let length = min(packet.bodyBytes - done, pieceBytes - (ahead + done) % pieceBytes)
      let wanted = content.clamped(to: done..<done + length)
      try text.withMutableBytes { text throws(Failure) in
        var text = text.part(0..<length)
        do throws(SystemError) {
          try packet.read(into: &text, at: done)
          recheck.update(text.span)
          advance = try reader.xor(into: &text, tree)
        } catch { throw .system(error) }
        if advance != .piece { throw .damagedChunk }
        if wanted.isEmpty { return }
        let piece = text.span.extracting(wanted.lowerBound - done..<wanted.upperBound - done)
        do throws(VaultError) { try take(piece) } catch { throw .recipient(error) }
      }
      done += length
    }
    guard recheck.holds(packet.tag) else { throw .changed }
  }

  /// A stretch of the body.
  private func text(
    _ range: Range<Int>, _ tree: borrowing KeyTree
  ) throws(Failure) -> SecretBytes {
    let start = PadSlice.authenticationBytes + range.lowerBound
    let pad = try pad(start..<start + range.count, tree)
    var text = SecretBytes(count: range.count)
    do throws(SystemError) {
      try text.withMutableBytes { text throws(SystemError) in
        try packet.read(into: &text, at: range.lowerBound)
        pad.withBytes { text.xor($0) }
      }
    } catch { throw .system(error) }
    return text
  }

  /// A stretch of the slice.
  private func pad(
    _ range: Range<Int>, _ tree: borrowing KeyTree
  ) throws(Failure) -> SecretBytes {
    let size = file.chunkBytes
    let chunks = range.lowerBound / size..<(range.upperBound + size - 1) / size
    let (file, first) = (file, slice.lowerBound)
    var bytes = SecretBytes(count: chunks.count * size)
    let damaged: Int?
    do throws(SystemError) {
      damaged = try bytes.withMutableBytes { bytes throws(SystemError) in
        try file.read(
          first + chunks.lowerBound..<first + chunks.upperBound, tree: tree, into: &bytes)
      }
    } catch { throw .system(error) }
    if damaged != nil { throw .damagedChunk }
    let start = range.lowerBound - chunks.lowerBound * size
    return bytes.withBytes { SecretBytes(copying: $0.extracting(start..<start + range.count)) }
  }
}
