internal import Pad
internal import System

// Reads through the page cache: nothing is repaired, nothing is synced.
extension SealedSlots where Content: ~Copyable {
  /// Reads only as much as shows what the newest valid slot holds. Between changes that is slot 0
  /// and the head of slot 1.
  func read(
    _ file: any StoredFile, wholly: Bool = false, rootKey: borrowing SecretBytes
  ) throws(VaultError) -> SlotReading<Content> {
    if !wholly, let agreed = try agreed(file, rootKey) { return SlotReading(agreed) }
    let bytes = try system { () throws(SystemError) in
      try VaultFile.readCopies(of: slotBytes) { count, offset throws(SystemError) in
        try VaultFile.read(count, of: file, at: offset)
      }
    }
    return try SlotReading(bytes, self, path: file.path, rootKey: rootKey)
  }

  /// The heads of both slots. Every change writes a fresh salt into each.
  func heads(_ file: any StoredFile) -> [SlotHead?] {
    (0..<2).map { slot in
      let bytes = try? VaultFile.read(SlotHead.byteCount, of: file, at: slot * slotBytes)
      return bytes.flatMap { SlotHead($0.span, magic: Content.format.magic) }
    }
  }

  /// What slot 0 holds, if slot 1 claims the same generation, as it does between changes. Nil if
  /// they differ, or if slot 0 cannot be read or opened.
  private func agreed(
    _ file: any StoredFile, _ rootKey: borrowing SecretBytes
  ) throws(VaultError) -> Opened? {
    // Short content fits in one page.
    guard var bytes = try? VaultFile.read(SlotHead.pageBytes, of: file),
      let first = SlotHead(bytes.span, magic: Content.format.magic), first.count <= capacity,
      let second = try? VaultFile.read(SlotHead.byteCount, of: file, at: slotBytes),
      first.generation == SlotHead(second.span, magic: Content.format.magic)?.generation
    else { return nil }
    if first.slotBytes > bytes.count {
      guard let whole = try? VaultFile.read(first.slotBytes, of: file) else { return nil }
      bytes = whole
    }
    return try open(bytes.span, slot: 0, of: file.path, rootKey: rootKey)
  }
}
