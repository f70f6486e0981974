import Pad

@testable import Vault

/// What a person with the medium and the passphrase finds (invariant 5): keys that can still be
/// derived, and sealed chunks that are still there.
struct Forensics {
  let medium: Medium
  let cast: Cast
  let vault: Vault

  private var paths: VaultPaths { VaultPaths(directory: vault.directory) }

  /// Faults once an operation or a recovery is over: a spent chunk, or its key, is still there.
  func faults(of pad: KnownPad, spent: RangeList) -> [String] {
    guard let state = medium.contents(at: paths.state(pad.id)),
      let chunks = medium.contents(at: paths.chunks(pad.id))
    else { return ["4: the pad's files are missing"] }
    let reader = SlotReader.state(of: pad.id, in: vault)
    guard let newest = reader.newest(state.durable).flatMap({ StateText($0.text) }) else {
      return ["4: no valid slot on the medium"]
    }
    var faults: [String] = []
    let dead = newest.living.gaps(in: 0..<pad.shape.chunks)
    for range in spent.ranges where !dead.contains(where: { $0.contains(range) }) {
      faults.append("5: spent chunks \(range) still have keys")
    }
    for view in views(state) {
      for slot in 0..<2 {
        guard let text = reader.open(view, slot: slot), let keys = StateText(text.text)?.living
        else { continue }
        for range in dead where keys.intersects(range) {
          faults.append("5: slot \(slot) derives keys of spent chunks \(range)")
        }
      }
    }
    return faults + overwritten(dead, of: pad, in: chunks)
  }

  /// Checks that each spent chunk gave way to the key stream for its place, and to nothing else.
  private func overwritten(
    _ dead: [Range<Int>], of pad: KnownPad, in file: FileContents
  ) -> [String] {
    let step = pad.shape.chunkBytes + 16
    let wiped = ReferenceKeys.wipedFile(of: pad, in: vault)
    return dead.filter { range in
      let bytes = range.lowerBound * step..<range.upperBound * step
      return !views(file).allSatisfy { $0.isSame(as: wiped, in: bytes) }
    }.map { "5: spent chunks \($0) are not overwritten on the medium" }
  }

  // MARK: Pads that are gone

  /// Remains of a pad in files that have a name or had one. `chunkFile`: the inode of its chunks,
  /// if they had a file.
  func remains(of pad: KnownPad, chunkFile: Int?) -> [String] {
    var faults: [String] = []
    if let chunks = chunkFile.flatMap({ medium.files[$0] }),
      !chunks.durable.isZero(0..<chunks.durable.count)
    {
      faults.append("5: chunks of a pad that is gone are still on the medium")
    }
    let reader = SlotReader.state(of: pad.id, in: vault)
    for (inode, file) in medium.files where !medium.lost.contains(inode) {
      guard file.durable.count == 2 * PadState.slotBytes else { continue }
      for view in views(file) {
        for slot in 0..<2 where reader.open(view, slot: slot) != nil {
          faults.append("5: file \(inode) still derives keys of a pad that is gone")
        }
      }
    }
    return faults
  }

  /// Header keys of a pad that is gone, which would show whose packets a recording holds.
  func remainsInBook(of pad: KnownPad) -> [String] {
    guard let book = medium.contents(at: paths.book) else { return [] }
    let reader = SlotReader.book(of: vault)
    var faults: [String] = []
    for view in views(book) {
      for slot in 0..<2 {
        guard let opened = reader.open(view, slot: slot) else { continue }
        guard let text = BookText(opened.text) else {
          faults.append("4: slot \(slot) of the contact book has another layout")
          continue
        }
        let isListed = text.pads.contains {
          $0.id == pad.id || $0.headerKeys == pad.headerKeys
        }
        if isListed { faults.append("5: slot \(slot) of the book still has the header keys") }
      }
    }
    return faults
  }

  /// The medium, and what the cache shows if that differs.
  private func views(_ file: FileContents) -> [[UInt8]] {
    file.isSettled && file.onlyCached.isEmpty ? [file.durable] : [file.durable, file.cached]
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
