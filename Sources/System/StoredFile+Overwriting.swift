extension StoredFile {
  /// Overwrites the whole file with zeros and makes that durable.
  package func overwriteWithZeros() throws(SystemError) {
    try overwriteWithZeros(bytes: 0..<attributes().size)
    try sync()
  }

  /// Overwrites a part of the file with zeros; durable only after a sync. A large one goes past the
  /// page cache, but for the pages that it shares with others.
  package func overwriteWithZeros(bytes: Range<Int>) throws(SystemError) {
    let (pageBytes, pieceBytes) = (4096, 1 << 20)
    let zeros = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(bytes.count, pieceBytes), alignment: pageBytes)
    defer { unsafe zeros.deallocate() }
    unsafe zeros.initializeMemory(as: UInt8.self, repeating: 0)
    let span = unsafe Span<UInt8>(_bytes: UnsafeRawBufferPointer(zeros).bytes)
    var offset = bytes.lowerBound
    while offset < bytes.upperBound {
      let rest = bytes.upperBound - offset
      let amid = offset % pageBytes
      let isLarge = rest >= pieceBytes && amid == 0
      let count = isLarge ? pieceBytes : rest < pieceBytes ? rest : pageBytes - amid
      let piece = span.extracting(first: count)
      if isLarge { try writePastCache(piece, at: offset) } else { try write(piece, at: offset) }
      offset += count
    }
  }
}
