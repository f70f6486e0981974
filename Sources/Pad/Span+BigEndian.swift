extension MutableSpan<UInt8> {
  /// Writes an integer, most significant byte first, and moves `offset` past it.
  package mutating func store<Value: FixedWidthInteger>(_ value: Value, at offset: inout Int) {
    for shift in stride(from: Value.bitWidth - 8, through: 0, by: -8) {
      self[offset] = UInt8(truncatingIfNeeded: value >> Value(shift))
      offset += 1
    }
  }

  /// Copies all of `source` and moves `offset` past it.
  package mutating func store(_ source: Span<UInt8>, at offset: inout Int) {
    copy(source, at: offset)
    offset += source.count
  }
}

extension Span<UInt8> {
  /// Reads an integer, most significant byte first, and moves `offset` past it.
  package func load<Value: FixedWidthInteger>(_: Value.Type, at offset: inout Int) -> Value {
    var value: Value = 0
    for _ in 0..<Value.bitWidth / 8 {
      value = value << 8 | Value(truncatingIfNeeded: self[offset])
      offset += 1
    }
    return value
  }
}

extension FixedWidthInteger {
  /// The bytes of the integer, most significant first.
  package var bigEndianBytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.bitWidth / 8)
    var span = bytes.mutableSpan
    var offset = 0
    span.store(self, at: &offset)
    return bytes
  }
}
