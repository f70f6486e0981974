extension MutableSpan<UInt8> {
  /// Copies all of `source` to `offset` and what follows.
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
    for index in source.indices { self[offset + index] ^= source[index] }
  }
}

extension Span<UInt8> {
  /// A copy on the ordinary heap: for what is no secret only.
  package var publicCopy: [UInt8] {
    unsafe withUnsafeBufferPointer { unsafe Array($0) }
  }
}
