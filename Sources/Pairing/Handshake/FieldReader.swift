internal import Pad

/// A reader that takes a message of fixed size apart, field by field. Integers are big-endian.
///
/// The caller has checked the size: running out is our own bug and traps.
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
    Number(bigEndianBytes: bytes(Number.bitWidth / 8))
  }
}
