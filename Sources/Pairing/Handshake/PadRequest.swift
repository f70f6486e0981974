internal import Pad

/// One end's request: its role decides who gives, and the giver's size and split apply.
package struct PadRequest: Equatable, Sendable {
  /// How much the person specified; the higher role gives. The raw value is the byte on the wire.
  package enum Role: UInt8, Sendable {
    case either = 0
    case shape = 1
    case material = 2
  }

  /// Bytes of the pad if nobody says otherwise.
  package static let defaultSize = 64 << 20
  /// The giver's share in percent if nobody says otherwise.
  package static let defaultSplit = 50

  /// As on the wire: role (1) ‖ size be64 ‖ split (1).
  static let byteCount = 10

  package let role: Role
  /// Bytes of both lanes, as requested: any number until a `PadShape` is made of it.
  package let size: UInt64
  /// Percent of it for the giver's own lane.
  package let split: UInt8

  package init(
    role: Role, size: UInt64 = UInt64(defaultSize), split: UInt8 = UInt8(defaultSplit)
  ) {
    self.role = role
    self.size = size
    self.split = split
  }

  init(from reader: inout FieldReader) throws(PairingError) {
    guard let role = Role(rawValue: reader.byte()) else { throw .malformedHandshake }
    self.init(
      role: role, size: reader.integer(UInt64.self), split: reader.integer(UInt8.self))
  }

  /// The pad that it asks for; nil if no pad has this size and split.
  var shape: PadShape? {
    Int(exactly: size).flatMap { PadShape(size: $0, split: Int(split)) }
  }

  var bytes: [UInt8] {
    var bytes = [role.rawValue]
    bytes += size.bigEndianBytes
    bytes.append(split)
    return bytes
  }
}
