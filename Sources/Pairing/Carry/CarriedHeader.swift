internal import Pad
internal import Primitives
internal import Vault

/// The head of a carried pad. The whole file, integers big-endian:
///
///     magic       8  "vernam/c"
///     version     2  1
///     flags       1  0: not sealed
///     split       1  percent for the giver's own lane
///     size        8  bytes, as asked for: `PadShape` rounds it
///     pad id     16  random
///     record   1024  provenance
///     material       the shape's size + 64
///     digest     32  D = SHA-256 of everything before it
///
/// The digest is written last, after the giver's own copy is durable: a file that has it has a
/// counterpart.
struct CarriedHeader: Equatable, Sendable {
  static let magic = [UInt8]("vernam/c".utf8)
  static let version: UInt16 = 1
  static let byteCount = 36
  /// The header and the record behind it.
  static let headBytes = byteCount + Provenance.recordBytes

  let shape: PadShape
  let split: UInt8
  let size: UInt64
  let padID: PadID

  /// Of a new pad; the wish makes a shape.
  init(shape: PadShape, wish: Wish, padID: PadID) {
    self.shape = shape
    self.padID = padID
    split = wish.split
    size = wish.size
  }

  /// From the first `byteCount` bytes of the file at `path`.
  init(_ bytes: [UInt8], path: String) throws(PairingError) {
    var reader = FieldReader(bytes)
    guard reader.bytes(8) == CarriedHeader.magic else { throw .notACarriedPad(path: path) }
    let version = reader.integer(UInt16.self)
    guard version <= CarriedHeader.version else { throw .newerVersion }
    let flags = reader.byte()
    split = reader.byte()
    size = reader.integer(UInt64.self)
    padID = PadID(reader.bytes(PadID.byteCount))
    guard version == CarriedHeader.version, flags == 0, let size = Int(exactly: size),
      let shape = PadShape(size: size, split: Int(split))
    else { throw .carriedPadDamaged(path: path) }
    self.shape = shape
  }

  var bytes: [UInt8] {
    var bytes = CarriedHeader.magic
    bytes.append(bigEndian: CarriedHeader.version)
    bytes += [0, split]
    bytes.append(bigEndian: size)
    return bytes + padID.bytes
  }

  /// Bytes before the digest.
  var digestOffset: Int { CarriedHeader.headBytes + shape.materialBytes }
  var fileBytes: Int { digestOffset + SHA256.byteCount }
}
