/// Takes a message of fixed size apart, field by field. Integers are big-endian.
///
/// Whoever makes one has checked the size: running out is our own bug and traps.
struct FieldReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func bytes(_ count: Int) -> [UInt8] {
    precondition(count <= rest.count)
    defer { rest = rest.dropFirst(count) }
    return [UInt8](rest.prefix(count))
  }

  mutating func byte() -> UInt8 { bytes(1)[0] }

  mutating func integer<Number: FixedWidthInteger>(_: Number.Type) -> Number {
    bytes(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number($1) }
  }
}

extension [UInt8] {
  /// Appends all bytes of `number`, the most significant first.
  mutating func append(bigEndian number: some FixedWidthInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
