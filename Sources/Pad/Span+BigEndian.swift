extension MutableSpan<UInt8> {
  /// Writes an integer, most significant byte first, and moves `offset` past it.
  package mutating func store<Value: FixedWidthInteger>(_ value: Value, at offset: inout Int) {
    let (start, size) = (offset, Value.bitWidth / 8)
    precondition(start >= 0 && size <= count - start)
    unsafe Swift.withUnsafeBytes(of: value.bigEndian) { source in
      unsafe withUnsafeMutableBytes { target in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[start...])
          .copyMemory(from: source)
      }
    }
    offset += size
  }

  /// Copies all of `source` and moves `offset` past it.
  package mutating func store(_ source: Span<UInt8>, at offset: inout Int) {
    copy(source, at: offset)
    offset += source.count
  }
}

extension Span<UInt8> {
  /// Reads an integer, most significant byte first, and moves `offset` past it. Reading beyond the
  /// end is a bug, and traps.
  @inlinable
  package func load<Value: FixedWidthInteger & BitwiseCopyable>(
    _: Value.Type, at offset: inout Int
  ) -> Value {
    let start = offset
    offset += Value.bitWidth / 8
    return Value(
      bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start, as: Value.self))
  }

  /// Lends the next `count` bytes and moves `offset` past them.
  @_lifetime(copy self)
  package func load(_ count: Int, at offset: inout Int) -> Span<UInt8> {
    defer { offset += count }
    return extracting(offset..<offset + count)
  }
}

extension FixedWidthInteger {
  /// The integer of these bytes, most significant first; no more than it has room for.
  package init(bigEndianBytes bytes: some Collection<UInt8>) {
    precondition(bytes.count <= Self.bitWidth / 8)
    self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
  }

  /// The bytes of the integer, most significant first.
  package var bigEndianBytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.bitWidth / 8)
    var span = bytes.mutableSpan
    var offset = 0
    span.store(self, at: &offset)
    return bytes
  }
}
