internal import Pad
internal import Primitives

/// M1, listener to joiner, 1284 bytes; integers big-endian:
///
///     magic       8  "vernam/p"
///     version     2  1
///     role        1  0 either, 1 has size or split, 2 has material
///     size        8  bytes
///     split       1  percent
///     session    16  random
///     key      1216  X-Wing public key
///     commitment 32  SHA-256("vernam/1 pair commit" ‖ all fields before ‖ r_I)
///
/// The listener commits to a nonce of its own: with a KEM, a commitment to the public key alone
/// would let the joiner try encapsulations until the codes suit it.
struct MessageOne: Equatable, Sendable {
  static let magic = [UInt8]("vernam/p".utf8)
  static let version: UInt16 = 1
  static let publicKeyBytes = 1216
  /// Magic and version, which are read first: the version decides what follows.
  static let headBytes = 10
  static let byteCount = headBytes + PadRequest.byteCount + 16 + publicKeyBytes + SHA256.byteCount

  let request: PadRequest
  let session: [UInt8]
  let publicKey: [UInt8]
  let commitment: [UInt8]

  /// Makes the listener's own, committed to `nonce` (r_I, 32 bytes).
  init(request: PadRequest, session: [UInt8], publicKey: [UInt8], nonce: [UInt8]) {
    self.request = request
    self.session = session
    self.publicKey = publicKey
    let fields = MessageOne.fields(request: request, session: session, publicKey: publicKey)
    commitment = MessageOne.commitment(to: nonce, fields: fields)
  }

  /// Parses all `byteCount` bytes, the head included.
  init(_ bytes: [UInt8]) throws(PairingError) {
    try MessageOne.checkHead(bytes)
    var reader = FieldReader(bytes)
    _ = reader.bytes(MessageOne.headBytes)
    request = try PadRequest(from: &reader)
    session = reader.bytes(16)
    publicKey = reader.bytes(MessageOne.publicKeyBytes)
    commitment = reader.bytes(SHA256.byteCount)
  }

  /// Refuses messages that are not vernam's or are newer than this program.
  static func checkHead(_ bytes: [UInt8]) throws(PairingError) {
    var reader = FieldReader(bytes)
    guard reader.bytes(magic.count) == magic else { throw .notVernam }
    let version = reader.integer(UInt16.self)
    guard version <= MessageOne.version else { throw .newerVersion }
    guard version == MessageOne.version else { throw .malformedHandshake }
  }

  var bytes: [UInt8] {
    MessageOne.fields(request: request, session: session, publicKey: publicKey) + commitment
  }

  /// Whether `nonce` is the one that was committed to.
  func isOpened(by nonce: [UInt8]) -> Bool {
    let fields = MessageOne.fields(request: request, session: session, publicKey: publicKey)
    return equalInConstantTime(
      MessageOne.commitment(to: nonce, fields: fields).span, commitment.span)
  }

  private static func fields(request: PadRequest, session: [UInt8], publicKey: [UInt8]) -> [UInt8] {
    var bytes = magic
    bytes += version.bigEndianBytes
    return bytes + request.bytes + session + publicKey
  }

  private static func commitment(to nonce: [UInt8], fields: [UInt8]) -> [UInt8] {
    SHA256.hash(([UInt8]("vernam/1 pair commit".utf8) + fields + nonce).span)
  }
}
