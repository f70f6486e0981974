// Invariant 5: a spent chunk is overwritten. Integrity is not optional: a wiped or damaged chunk
// must be refused, never used.
internal import Pad
internal import Primitives
internal import System

/// A pad's chunks, each sealed with AES-256-GCM under its own key from the tree, so the nonce is
/// zero. Authenticated with each: pad id ‖ be64 index over both lanes.
struct ChunkFile {
  let file: any StoredFile
  let id: PadID
  let chunkBytes: Int
  let environment: VaultEnvironment

  /// Bytes of one sealed chunk.
  var sealedBytes: Int { chunkBytes + AES256GCM.tagBytes }

  /// Whether the file holds exactly that many chunks; throws if it is longer.
  func holds(_ chunks: Int) throws(VaultError) -> Bool {
    try VaultFile.isWhole(file, bytes: chunks * sealedBytes)
  }

  /// Reads and verifies `chunks` (numbered over both lanes), one after another, into the start of
  /// `result`, through a window over them and maybe others. Returns the first that failed its seal
  /// or whose key is gone; nil if none did.
  func read(
    _ chunks: Range<Int>, through window: inout ChunkWindow, tree: borrowing KeyTree,
    into result: inout MutableSpan<UInt8>
  ) throws(SystemError) -> Int? {
    let (chunkBytes, nonce) = (chunkBytes, AES256GCM.zeroNonce)
    var cipher = AES256GCM()
    var data = authenticated
    var next = chunks.lowerBound
    var failure: SystemError?
    tree.forEachKey(in: chunks) { chunk, key in
      guard chunk == next else { return false }
      do throws(SystemError) { try window.load(chunk) } catch {
        failure = error
        return false
      }
      let start = (chunk - chunks.lowerBound) * chunkBytes
      ChunkFile.number(chunk, in: &data)
      let isValid = window.withBytes(of: chunk) { sealed in
        cipher.open(
          sealed, key: key, nonce: nonce, authenticating: data, into: &result, at: start)
      }
      if isValid { next += 1 }
      return isValid
    }
    if let failure { throw failure }
    return next == chunks.upperBound ? nil : next
  }

  /// Seals whole chunks, one after another, into `sealed` from `offset` on.
  func seal(
    _ text: Span<UInt8>, at chunks: Range<Int>, tree: borrowing KeyTree,
    into sealed: inout MutableSpan<UInt8>, from offset: Int
  ) {
    precondition(text.count == chunks.count * chunkBytes)
    var cipher = AES256GCM()
    var data = authenticated
    tree.forEachKey(in: chunks) { chunk, key in
      let number = chunk - chunks.lowerBound
      ChunkFile.number(chunk, in: &data)
      cipher.seal(
        text.extracting(number * chunkBytes..<(number + 1) * chunkBytes), key: key,
        nonce: AES256GCM.zeroNonce, authenticating: data, into: &sealed,
        at: offset + number * sealedBytes)
      return true
    }
  }

  /// Overwrites sealed chunks. Durable only after `syncData`.
  func wipe(_ ranges: [Range<Int>], with stream: WipeStream) throws(SystemError) {
    for range in ranges {
      try file.overwrite(bytes(of: range)) { piece, offset in stream.fill(&piece, at: offset) }
    }
  }

  /// Whether a chunk was wiped, and is not just damaged.
  func isWiped(_ chunk: Int, with stream: WipeStream) throws(SystemError) -> Bool {
    let range = bytes(of: chunk..<chunk + 1)
    let found = try VaultFile.read(range.count, of: file, at: range.lowerBound)
    var wiped = [UInt8](repeating: 0, count: range.count)
    var span = wiped.mutableSpan
    stream.fill(&span, at: range.lowerBound)
    return found == wiped
  }

  private func bytes(of chunks: Range<Int>) -> Range<Int> {
    chunks.lowerBound * sealedBytes..<chunks.upperBound * sealedBytes
  }

  /// Without the index.
  private var authenticated: [UInt8] { id.bytes + [UInt8](repeating: 0, count: 8) }

  /// Fills in the index, without an allocation for each chunk.
  private static func number(_ chunk: Int, in data: inout [UInt8]) {
    var offset = data.count - 8
    var bytes = data.mutableSpan
    bytes.store(UInt64(chunk), at: &offset)
  }
}

extension PadShape {
  /// Bytes of all chunks of a pad of this shape, sealed.
  var sealedBytes: Int { chunks * (chunkBytes + AES256GCM.tagBytes) }
}
