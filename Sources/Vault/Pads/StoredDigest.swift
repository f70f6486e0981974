// Guards invariant 6, both or neither: what counts is what the medium gives back, not what was
// handed to it.
internal import Pad
internal import Primitives
internal import System

/// SHA-256 of a pad in the making, over what its medium holds, read back while more is written.
package struct StoredDigest: ~Copyable {
  private static let pageBytes = 4096

  private let chunks: ChunkFile
  private let tree: KeyTree
  private let contact: String
  /// Chunks of the whole pad.
  private let count: Int
  /// Nil after an error.
  private var hash: SHA256?
  private var next = 0

  init(
    of count: Int, _ chunks: ChunkFile, _ tree: consuming KeyTree, contact: String,
    after head: consuming SHA256
  ) {
    self.count = count
    self.chunks = chunks
    self.tree = tree
    self.contact = contact
    hash = .some(head)
  }

  /// Reads on through the first `durable` chunks, as far as they lie in pages of their own: the
  /// page in which the next chunk begins may be in the cache, changed.
  package mutating func advance(through durable: Int) throws(VaultError) {
    let bytes = durable * chunks.sealedBytes
    try read(through: bytes / StoredDigest.pageBytes * StoredDigest.pageBytes / chunks.sealedBytes)
  }

  /// The digest, once all chunks of the pad are durable.
  package consuming func finish() throws(VaultError) -> [UInt8] {
    try read(through: count)
    guard let hash = hash.take() else { throw damaged }
    return hash.finish()
  }

  private mutating func read(through end: Int) throws(VaultError) {
    guard next < end else { return }
    guard var hash = hash.take() else { throw damaged }
    chunks.file.dropCache()
    var reader = ChunkReader(chunks, next..<end)
    reading: while true {
      switch try system(reader.advance(tree)) {
      case .piece: reader.withPiece { hash.update($0) }
      case .damaged: throw damaged
      case .end: break reading
      }
    }
    self.hash = consume hash
    next = end
  }

  private var damaged: VaultError { .padDamaged(contact: contact, path: chunks.file.path) }
}
