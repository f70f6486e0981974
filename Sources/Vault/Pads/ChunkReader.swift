internal import Pad
internal import System

/// A reader of one pad's chunks, a piece at a time, that verifies each chunk.
struct ChunkReader: ~Copyable {
  enum Outcome: Equatable {
    case piece
    case end
    /// The first chunk, over both lanes, that failed its seal or whose key is gone.
    case damaged(Int)
  }

  let file: ChunkFile
  let chunks: Range<Int>
  private let step: Int
  private var piece: SecretBytes
  private var window: ChunkWindow
  /// The chunks of the last piece read.
  private(set) var loaded = 0..<0

  /// - Parameter chunks: over both lanes, not empty.
  init(_ file: ChunkFile, _ chunks: Range<Int>) {
    self.file = file
    self.chunks = chunks
    step = min(max(1, file.environment.pieceBytes / file.chunkBytes), chunks.count)
    piece = SecretBytes(count: step * file.chunkBytes)
    window = ChunkWindow(file, chunks)
  }

  /// Reads the next piece.
  mutating func advance(_ tree: borrowing KeyTree) throws(SystemError) -> Outcome {
    try load(loaded.isEmpty ? chunks.lowerBound : loaded.upperBound, tree)
  }

  /// Reads the piece that begins with `chunk`.
  mutating func load(_ chunk: Int, _ tree: borrowing KeyTree) throws(SystemError) -> Outcome {
    if chunk == chunks.upperBound { return .end }
    try file.environment.checkNotStopped()
    loaded = 0..<0
    let next = chunk..<min(chunk + step, chunks.upperBound)
    let file = file
    let damaged = try piece.withMutableBytes { bytes throws(SystemError) in
      try file.read(next, through: &window, tree: tree, into: &bytes)
    }
    if let damaged { return .damaged(damaged) }
    loaded = next
    return .piece
  }

  /// Lends the last piece read.
  func withPiece<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let count = loaded.count * file.chunkBytes
    return try piece.withBytes { bytes throws(Failure) in try body(bytes.extracting(first: count)) }
  }
}
