extension StoredFile {
  /// Overwrites the whole file with zeros, durably.
  package func overwriteWithZeros() throws(SystemError) {
    try overwriteWithZeros(bytes: 0..<attributes().size)
    try sync()
  }

  /// Overwrites part of the file with zeros; durable only after a sync.
  package func overwriteWithZeros(bytes: Range<Int>) throws(SystemError) {
    try overwrite(bytes) { _, _ in }
  }

  /// Overwrites part of the file in pieces of at most 1 MiB; durable only after a sync. `fill` gets
  /// each piece and its offset in the file. It writes all bytes of every piece, or none at all: the
  /// memory is zeroed once. A large part goes past the page cache, except for the pages that it shares
  /// with other parts.
  package func overwrite(
    _ bytes: Range<Int>, fill: (_ piece: inout MutableSpan<UInt8>, _ offset: Int) -> Void
  ) throws(SystemError) {
    let (pageBytes, pieceBytes) = (4096, 1 << 20)
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(bytes.count, pieceBytes), alignment: pageBytes)
    defer { unsafe memory.deallocate() }
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    var offset = bytes.lowerBound
    while offset < bytes.upperBound {
      let rest = bytes.upperBound - offset
      let amid = offset % pageBytes
      let isLarge = rest >= pieceBytes && amid == 0
      let count = isLarge ? pieceBytes : rest < pieceBytes ? rest : pageBytes - amid
      let part = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
      var piece = unsafe MutableSpan<UInt8>(_unsafeElements: part.bindMemory(to: UInt8.self))
      fill(&piece, offset)
      if isLarge {
        try writePastCache(piece.span, at: offset)
      } else {
        try write(piece.span, at: offset)
      }
      offset += count
    }
  }
}
