import Pad

@testable import Vault

/// Somebody with the medium and the passphrase (invariant 5): which keys can still be derived from
/// what stands there, and which sealed chunks still stand there.
struct Forensics {
  let medium: Medium
  let cast: Cast
  let vault: Vault

  private var layout: VaultLayout { vault.layout }

  /// What is wrong once an operation or a recovery is over: a spent chunk's key or the chunk itself.
  func faults(spent: ChunkSet) -> [String] {
    guard let state = medium.contents(at: layout.state(cast.padID)),
      let pad = medium.contents(at: layout.chunks(cast.padID))
    else { return ["4: the pad's files are missing"] }
    var faults: [String] = []
    guard let living = newest(state.durable) else { return ["4: no valid slot on the medium"] }
    let dead = living.gaps(in: 0..<cast.shape.chunks)
    for range in spent.ranges where !dead.contains(where: { $0.contains(range) }) {
      faults.append("5: spent chunks \(range) still have keys")
    }
    for view in views(state) {
      for slot in 0..<2 {
        guard let keys = keys(view, slot: slot) else { continue }
        for range in dead where keys.intersects(range) {
          faults.append("5: slot \(slot) derives keys of spent chunks \(range)")
        }
      }
    }
    return faults + sealed(dead, pad)
  }

  /// What is left of a pad that is not there, in files that have a name and in those that had one.
  /// `chunkFile`: the file of its chunks, where there were any.
  func remains(chunkFile: Int?) -> [String] {
    var faults: [String] = []
    if let chunks = chunkFile.flatMap({ medium.files[$0] }),
      !chunks.durable.isZero(0..<chunks.durable.count)
    {
      faults.append("5: chunks of a pad that is gone still stand on the medium")
    }
    for (inode, file) in medium.files where !medium.lost.contains(inode) {
      guard file.durable.count == 2 * StateSlot.byteCount else { continue }
      for view in views(file) {
        for slot in 0..<2 where keys(view, slot: slot) != nil {
          faults.append("5: file \(inode) still derives keys of a pad that is gone")
        }
      }
    }
    return faults
  }

  private func sealed(_ dead: [Range<Int>], _ pad: FileContents) -> [String] {
    let step = ChunkFile.sealedBytes(chunkBytes: cast.shape.chunkBytes)
    return dead.filter { range in
      let bytes = range.lowerBound * step..<range.upperBound * step
      return !views(pad).allSatisfy { $0.isZero(bytes) }
    }.map { "5: spent chunks \($0) still stand on the medium" }
  }

  /// The medium, and what the cache shows where that differs.
  private func views(_ file: FileContents) -> [[UInt8]] {
    file.isSettled && file.onlyCached.isEmpty ? [file.durable] : [file.durable, file.cached]
  }

  private func keys(_ bytes: [UInt8], slot: Int) -> ChunkSet? {
    guard let opened = opened(bytes, slot) else { return nil }
    return opened.state.tree.living
  }

  private func newest(_ bytes: [UInt8]) -> ChunkSet? {
    guard let first = opened(bytes, 0) else { return keys(bytes, slot: 1) }
    guard let second = opened(bytes, 1) else { return first.state.tree.living }
    return first.generation >= second.generation
      ? first.state.tree.living : second.state.tree.living
  }

  private func opened(_ bytes: [UInt8], _ slot: Int) -> StateSlot.Opened? {
    guard bytes.count == 2 * StateSlot.byteCount else { return nil }
    return try? StateSlot.open(
      bytes.span.slot(slot), slot: slot, id: cast.padID, rootKey: vault.rootKey)
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
