// Invariant 1: goes through a slice from its first chunk to its last, and never back, so that no byte
// of it can be combined with two.
internal import Pad
internal import System

/// The pad bytes of one message, a piece at a time, each chunk verified.
struct SliceReader: ~Copyable {
  enum Advance: Equatable {
    case piece
    case end
    /// The first chunk, over both lanes, that failed its seal or whose key is gone.
    case damaged(Int)
  }

  private let file: ChunkFile
  private let end: Int
  private let step: Int
  private var next: Int
  private var piece: SecretBytes
  private var sealed: SealedPiece
  private var filled = 0
  /// Bytes of the piece that were combined with something, or passed over.
  private var taken = 0

  /// - Parameter chunks: over both lanes, not empty.
  init(_ file: ChunkFile, _ chunks: Range<Int>) {
    self.file = file
    end = chunks.upperBound
    next = chunks.lowerBound
    step = min(max(1, file.environment.pieceBytes / file.chunkBytes), chunks.count)
    piece = SecretBytes(count: step * file.chunkBytes)
    sealed = SealedPiece(file, chunks)
  }

  /// Reads the next piece in the place of the last one.
  mutating func advance(_ tree: borrowing KeyTree) throws(SystemError) -> Advance {
    (filled, taken) = (0, 0)
    if next == end { return .end }
    try file.environment.checkNotStopped()
    let chunks = next..<min(next + step, end)
    let file = file
    let damaged = try piece.withMutableBytes { bytes throws(SystemError) in
      try file.read(chunks, through: &sealed, tree: tree, into: &bytes)
    }
    if let damaged { return .damaged(damaged) }
    next = chunks.upperBound
    filled = chunks.count * file.chunkBytes
    return .piece
  }

  /// Passes over bytes of the piece that was read last.
  mutating func skip(_ count: Int) {
    precondition(count <= filled - taken)
    taken += count
  }

  /// XORs the bytes that come next into `text`, reading on where the piece ends. Answers `.piece` once
  /// all of `text` is done.
  mutating func xor(
    into text: inout MutableSpan<UInt8>, _ tree: borrowing KeyTree
  ) throws(SystemError) -> Advance {
    var done = 0
    while done < text.count {
      if taken == filled {
        let advance = try advance(tree)
        guard advance == .piece else { return advance }
      }
      let part = taken..<taken + min(text.count - done, filled - taken)
      piece.withBytes { text.xor($0.extracting(part), at: done) }
      taken = part.upperBound
      done += part.count
    }
    return .piece
  }

  /// Lends the piece that was read last.
  func withPiece<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try piece.withBytes { bytes throws(Failure) in try body(bytes.extracting(first: filled)) }
  }
}
