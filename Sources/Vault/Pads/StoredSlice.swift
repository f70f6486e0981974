internal import Pad
internal import System

/// A slice as it is stored: sealed, chunk by chunk. It leaves storage only as a `PadSlice`.
final class StoredSlice: SliceSource {
  /// The first chunk, over both lanes, that could not be used. Set when `combine` throws for it.
  private(set) var damagedChunk: Int?
  private let tree: KeyTree
  private var reader: ChunkReader

  var count: Int { reader.chunks.count * reader.file.chunkBytes }

  /// - Parameters:
  ///   - chunks: over both lanes, not empty.
  ///   - tree: still has their keys.
  init(_ file: ChunkFile, _ chunks: Range<Int>, tree: consuming KeyTree) {
    self.tree = tree
    reader = ChunkReader(file, chunks)
  }

  func combine(
    with text: inout MutableSpan<UInt8>, at offset: Int
  ) throws(SystemError) {
    let (first, chunkBytes) = (reader.chunks.lowerBound, reader.file.chunkBytes)
    var done = 0
    while done < text.count {
      let chunk = first + (offset + done) / chunkBytes
      if !reader.loaded.contains(chunk) { try load(chunk) }
      let start = offset + done - (reader.loaded.lowerBound - first) * chunkBytes
      let length = min(text.count - done, reader.loaded.count * chunkBytes - start)
      reader.withPiece { text.xor($0.extracting(start..<start + length), at: done) }
      done += length
    }
  }

  private func load(_ chunk: Int) throws(SystemError) {
    if case .damaged(let damaged) = try reader.load(chunk, tree) {
      damagedChunk = damaged
      throw SystemError("read", reader.file.file.path, code: SystemError.inputOutput)
    }
  }
}
