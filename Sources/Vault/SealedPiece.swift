internal import Pad
internal import System

/// A window over the sealed chunks of a file, moved along as chunks are asked for in order.
struct SealedPiece {
  private static let windowBytes = 256 << 10

  private let file: any StoredFile
  private let sealedBytes: Int
  private let chunks: Range<Int>
  private var window = 0..<0
  private var bytes: [UInt8] = []

  init(file: any StoredFile, sealedBytes: Int, chunks: Range<Int>) {
    self.file = file
    self.sealedBytes = sealedBytes
    self.chunks = chunks
  }

  /// Reads on where the chunk is not in the window yet.
  mutating func load(_ chunk: Int) throws(SystemError) {
    if window.contains(chunk) { return }
    let count = min(max(1, SealedPiece.windowBytes / sealedBytes), chunks.upperBound - chunk)
    window = chunk..<chunk + count
    var read = [UInt8](repeating: 0, count: count * sealedBytes)
    var span = read.mutableSpan
    try file.read(into: &span, at: chunk * sealedBytes)
    bytes = read
  }

  @_lifetime(borrow self)
  func bytes(of chunk: Int) -> Span<UInt8> {
    let start = (chunk - window.lowerBound) * sealedBytes
    return bytes.span.extracting(start..<start + sealedBytes)
  }
}
