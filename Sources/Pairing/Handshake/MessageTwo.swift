/// M2, joiner to listener, 1162 bytes; integers big-endian:
///
///     role      1  the joiner's own
///     size      8  as settled: the giver's wish
///     split     1  as settled
///     key    1120  encapsulated key of HPKE (base mode, X-Wing)
///     nonce    32  r_R, random
struct MessageTwo: Equatable, Sendable {
  static let encapsulatedKeyBytes = 1120
  static let nonceBytes = 32
  static let byteCount = PadRequest.byteCount + encapsulatedKeyBytes + nonceBytes

  /// The joiner's role with the settled size and split.
  let settled: PadRequest
  let encapsulatedKey: [UInt8]
  let nonce: [UInt8]

  init(settled: PadRequest, encapsulatedKey: [UInt8], nonce: [UInt8]) {
    self.settled = settled
    self.encapsulatedKey = encapsulatedKey
    self.nonce = nonce
  }

  /// Parses all `byteCount` bytes.
  init(_ bytes: [UInt8]) throws(PairingError) {
    var reader = FieldReader(bytes)
    settled = try PadRequest(from: &reader)
    encapsulatedKey = reader.bytes(MessageTwo.encapsulatedKeyBytes)
    nonce = reader.bytes(MessageTwo.nonceBytes)
  }

  var bytes: [UInt8] { settled.bytes + encapsulatedKey + nonce }
}
