extension StoredFile {
  /// Overwrites the whole file with zeros and makes that durable.
  package func overwriteWithZeros() throws(SystemError) {
    try overwriteWithZeros(bytes: 0..<attributes().size)
    try sync()
  }

  /// Overwrites a part of the file with zeros; durable only after a sync.
  package func overwriteWithZeros(bytes: Range<Int>) throws(SystemError) {
    let zeros = [UInt8](repeating: 0, count: min(bytes.count, 256 << 10))
    var offset = bytes.lowerBound
    while offset < bytes.upperBound {
      // To the next whole piece: writes that begin amid a page cost more.
      let count = min(zeros.count - offset % zeros.count, bytes.upperBound - offset)
      try write(zeros.span.extracting(first: count), at: offset)
      offset += count
    }
  }
}
