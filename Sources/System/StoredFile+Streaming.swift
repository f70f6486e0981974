// Defaults for a medium without a cache to go past.
extension StoredFile {
  package func writePastCache(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    try write(bytes, at: offset)
  }

  package func beginWriting(_ bytes: Range<Int>) {}

  package var subvolume: UInt64? { nil }
}

extension StoredFile {
  /// Bytes at the start of a file that stay in the page cache.
  private static var cachedBytes: Int { 16 << 20 }
  /// Writing past the cache needs offsets and lengths that are multiples of this.
  private static var pageBytes: Int { 4096 }

  /// Writes the next bytes of a file that is written once. A large file goes
  /// past the page cache, in those pieces that are whole pages.
  package func writeNext(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    let page = Self.pageBytes
    if offset >= Self.cachedBytes, offset % page == 0, bytes.count % page == 0 {
      try writePastCache(bytes, at: offset)
    } else {
      try write(bytes, at: offset)
    }
  }
}
