internal import Pad
internal import Primitives
internal import Vault

/// The head of a carried pad. The whole file, integers big-endian:
///
///     magic       8  "vernam/c"
///     version     2  1
///     flags       1  1: sealed under a passphrase; 0: not sealed
///     split       1  percent for the giver's own lane
///     size        8  bytes, as asked for: `PadShape` rounds it
///     pad id     16  random
///     seal       41  of a sealed file only: `CarriedSeal.Parameters`
///     record   1024  provenance
///     material       the shape's size + 64
///     digest     32  D = SHA-256 of everything before it
///
/// In a sealed file these are separate parts, each ciphertext and a tag: the record (part 0), each
/// 256 KiB of the material, the rest of it, and the digest. D is computed over the plaintext.
///
/// The digest is written last, after the giver's own copy is durable: a file that has it has a
/// counterpart.
struct CarriedHeader: Equatable, Sendable {
  static let magic = [UInt8]("vernam/c".utf8)
  static let version: UInt16 = 1
  /// Without the fields that only a sealed file has.
  static let byteCount = 36
  private static let mostBytes = byteCount + CarriedSeal.Parameters.byteCount

  let shape: PadShape
  let split: UInt8
  let size: UInt64
  let padID: PadID
  let seal: CarriedSeal.Parameters?

  /// For a new pad; `request` is known to make a shape.
  init(shape: PadShape, request: PadRequest, padID: PadID, seal: CarriedSeal.Parameters?) {
    self.shape = shape
    self.padID = padID
    self.seal = seal
    split = request.split
    size = request.size
  }

  /// Reads the head of the file.
  init(_ file: borrowing CarriedFile) throws(PairingError) {
    let (path, size) = (file.path, try file.size())
    guard size >= CarriedHeader.byteCount else { throw .notACarriedPad(path: path) }
    let head = try file.read(min(size, CarriedHeader.mostBytes), at: 0).withBytes { $0.publicCopy }
    try self.init(head, path: path)
    guard size == fileBytes else { throw .carriedPadDamaged(path: path) }
  }

  /// Parses the first bytes of the file at `path`: `mostBytes`, or all that there are, but at least
  /// `byteCount`.
  private init(_ bytes: [UInt8], path: String) throws(PairingError) {
    var reader = FieldReader(bytes)
    guard reader.bytes(8) == CarriedHeader.magic else { throw .notACarriedPad(path: path) }
    let version = reader.integer(UInt16.self)
    guard version <= CarriedHeader.version else { throw .newerVersion }
    let flags = reader.byte()
    split = reader.byte()
    size = reader.integer(UInt64.self)
    padID = PadID(reader.bytes(PadID.byteCount))
    guard version == CarriedHeader.version, flags <= 1, let size = Int(exactly: size),
      let shape = PadShape(size: size, split: Int(split)),
      flags == 0 || bytes.count == CarriedHeader.mostBytes
    else { throw .carriedPadDamaged(path: path) }
    self.shape = shape
    seal = flags == 1 ? CarriedSeal.Parameters(&reader) : nil
    guard seal?.cost.isBearable ?? true else { throw .carriedPadDamaged(path: path) }
  }

  var bytes: [UInt8] {
    var bytes = CarriedHeader.magic
    bytes += CarriedHeader.version.bigEndianBytes
    bytes += [seal == nil ? 0 : 1, split]
    bytes += size.bigEndianBytes
    return bytes + padID.bytes + (seal?.bytes ?? [])
  }

  /// The number of the digest's part.
  var digestPart: Int { TransferPlan(shape).pieces + 1 }

  /// The bytes of a part in the file.
  func place(ofPart part: Int) -> Range<Int> {
    let plan = TransferPlan(shape)
    let tag = seal == nil ? 0 : AES256GCM.tagBytes
    let head = bytes.count
    if part == 0 { return head..<head + Provenance.recordBytes + tag }
    let material = head + Provenance.recordBytes + part * tag
    let start = material + min((part - 1) * TransferPlan.pieceBytes, plan.materialBytes)
    let count = part > plan.pieces ? SHA256.byteCount : plan.bytes(ofPiece: part - 1)
    return start..<start + count + tag
  }

  var fileBytes: Int { place(ofPart: digestPart).upperBound }
}
