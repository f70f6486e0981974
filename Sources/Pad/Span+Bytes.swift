internal import Glibc

extension MutableSpan<UInt8> {
  /// Copies all of `source` into the bytes from `offset` on.
  package mutating func copy(_ source: Span<UInt8>, at offset: Int) {
    precondition(offset >= 0 && source.count <= count - offset)
    unsafe withUnsafeMutableBytes { target in
      unsafe source.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: source)
      }
    }
  }

  /// XORs all of `source` into the bytes from `offset` on.
  package mutating func xor(_ source: Span<UInt8>, at offset: Int = 0) {
    precondition(offset >= 0 && source.count <= count - offset)
    if source.isEmpty { return }
    unsafe withUnsafeMutableBytes { target in
      unsafe source.withUnsafeBytes { source in
        unsafe MutableSpan.xor(source, into: target.baseAddress! + offset)
      }
    }
  }

  /// Word by word, then byte by byte. Vector types are slower: their operators are not inlined.
  private static func xor(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer
  ) {
    let size = MemoryLayout<UInt64>.size
    let words = source.count / size * size
    for offset in stride(from: 0, to: words, by: size) {
      let sum =
        unsafe target.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        ^ source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      unsafe target.storeBytes(of: sum, toByteOffset: offset, as: UInt64.self)
    }
    for index in words..<source.count {
      let sum = unsafe target.load(fromByteOffset: index, as: UInt8.self) ^ source[index]
      unsafe target.storeBytes(of: sum, toByteOffset: index, as: UInt8.self)
    }
  }
}

extension Span<UInt8> {
  /// A copy on the ordinary heap: only for bytes that are not secret.
  package var publicCopy: [UInt8] {
    unsafe withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// Whether the bytes are the same. The time that this takes tells how many are: only for bytes that
  /// are not secret.
  package func equals(_ other: Span<UInt8>) -> Bool {
    if count != other.count { return false }
    return unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { other in
        unsafe count == 0 || memcmp(bytes.baseAddress!, other.baseAddress!, count) == 0
      }
    }
  }

  /// The first byte from `start` on that is not ASCII, or the end.
  package func endOfASCII(from start: Int) -> Int {
    let size = MemoryLayout<UInt64>.size
    var index = start
    unsafe withUnsafeBytes { bytes in
      while index + size <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if word & 0x8080_8080_8080_8080 != 0 { break }
        index += size
      }
    }
    while index < count, self[index] < 0x80 { index += 1 }
    return index
  }
}
