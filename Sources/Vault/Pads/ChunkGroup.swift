internal import Pad
internal import System

/// The next sealed chunks of a new pad, written in groups that begin and end with pages: a write
/// that shares a page with the previous one costs half as much again.
struct ChunkGroup {
  /// This many fill whole pages of 4096 bytes, since their tags take 4096 together.
  private static let chunks = 256

  private let file: ChunkFile
  private var bytes: [UInt8]
  /// The chunks that are sealed but not written.
  private(set) var waiting = 0..<0

  /// - Parameter count: the chunks of the whole pad.
  init(_ file: ChunkFile, of count: Int) {
    self.file = file
    bytes = [UInt8](repeating: 0, count: min(ChunkGroup.chunks, count) * file.sealedBytes)
  }

  /// Seals whole chunks after the waiting ones, and writes each full group.
  mutating func append(_ text: Span<UInt8>, tree: borrowing KeyTree) throws(SystemError) {
    precondition(text.count.isMultiple(of: file.chunkBytes))
    var rest = text
    while !rest.isEmpty {
      let room = ChunkGroup.chunks - waiting.upperBound % ChunkGroup.chunks
      let count = min(rest.count / file.chunkBytes, room)
      seal(rest.extracting(first: count * file.chunkBytes), count, tree)
      rest = rest.extracting(droppingFirst: count * file.chunkBytes)
      if count == room { try write() }
    }
  }

  private mutating func seal(_ text: Span<UInt8>, _ count: Int, _ tree: borrowing KeyTree) {
    let (file, waiting) = (file, waiting)
    let chunks = waiting.upperBound..<waiting.upperBound + count
    var target = bytes.mutableSpan
    file.seal(
      text, at: chunks, tree: tree, into: &target, from: waiting.count * file.sealedBytes)
    self.waiting = waiting.lowerBound..<chunks.upperBound
  }

  /// Writes the waiting chunks.
  mutating func write() throws(SystemError) {
    let chunks = waiting
    if chunks.isEmpty { return }
    let (target, size) = (file.file, file.sealedBytes)
    let start = chunks.lowerBound * size
    let length = chunks.count * size
    try target.write(bytes.span.extracting(first: length), at: start)
    target.beginWriting(start..<start + length)
    waiting = chunks.upperBound..<chunks.upperBound
  }
}
