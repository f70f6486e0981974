internal import Pad
internal import System

/// A window over the sealed chunks of a file. It moves along as chunks are requested in order; its
/// memory is allocated once.
struct ChunkWindow {
  /// Bytes of pad in the chunks of a full window.
  private static let textBytes = 256 << 10

  private let file: any StoredFile
  private let sealedBytes: Int
  private let end: Int
  private var window = 0..<0
  private var bytes: [UInt8]

  /// - Parameter chunks: all that will be requested, over both lanes.
  init(_ file: ChunkFile, _ chunks: Range<Int>) {
    self.file = file.file
    sealedBytes = file.sealedBytes
    end = chunks.upperBound
    let most = min(max(1, ChunkWindow.textBytes / file.chunkBytes), chunks.count)
    bytes = [UInt8](repeating: 0, count: most * sealedBytes)
  }

  /// Reads on if the chunk is not in the window yet.
  mutating func load(_ chunk: Int) throws(SystemError) {
    if window.contains(chunk) { return }
    let (file, start) = (file, chunk * sealedBytes)
    let count = min(bytes.count / sealedBytes, end - chunk)
    let length = count * sealedBytes
    window = 0..<0
    var span = bytes.mutableSpan
    var part = span.part(0..<length)
    try file.read(into: &part, at: start)
    window = chunk..<chunk + count
  }

  /// Lends a chunk that is in the window.
  func withBytes<Result>(of chunk: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    let start = (chunk - window.lowerBound) * sealedBytes
    return body(bytes.span.extracting(start..<start + sealedBytes))
  }
}
