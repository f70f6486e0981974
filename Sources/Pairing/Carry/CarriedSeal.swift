package import Pad
package import Primitives
package import System
internal import Vault

/// The seal of a carried file: AES-256-GCM under a key that scrypt derives from a passphrase. The
/// nonce of a part is its number, and each part is bound to the head of the file.
package final class CarriedSeal: Sendable {
  /// The parameters that the file has before its parts; integers big-endian:
  ///
  ///     log2 N  1 · r  4 · p  4 · salt  32, fresh for each file
  struct Parameters: Equatable, Sendable {
    static let byteCount = 9 + saltBytes
    static let saltBytes = 32

    let cost: Scrypt.Cost
    let salt: [UInt8]

    init(cost: Scrypt.Cost, salt: [UInt8]) {
      self.cost = cost
      self.salt = salt
    }

    init(_ reader: inout FieldReader) {
      let logN = Int(reader.byte())
      let r = Int(reader.integer(UInt32.self))
      let p = Int(reader.integer(UInt32.self))
      cost = Scrypt.Cost(logN: logN, r: r, p: p)
      salt = reader.bytes(Parameters.saltBytes)
    }

    var bytes: [UInt8] {
      var bytes = [UInt8(cost.logN)]
      bytes += UInt32(cost.r).bigEndianBytes
      bytes += UInt32(cost.p).bigEndianBytes
      return bytes + salt
    }
  }

  let parameters: Parameters
  private let key: SecretBytes

  /// For a new file. `cost` is the cost of one guess to anybody who finds it.
  package convenience init(
    passphrase: borrowing SecretBytes, cost: Scrypt.Cost, randomness: some Randomness
  ) throws(PairingError) {
    let salt = randomness.bytes(Parameters.saltBytes)
    try self.init(Parameters(cost: cost, salt: salt), passphrase: passphrase)
  }

  /// For an existing file. The cost is known to be bearable.
  init(_ parameters: Parameters, passphrase: borrowing SecretBytes) throws(PairingError) {
    let (cost, salt) = (parameters.cost, parameters.salt)
    let derived = passphrase.withBytes {
      Scrypt.derive(from: $0, salt: salt.span, cost: cost, count: AES256GCM.keyBytes)
    }
    guard let key = consume derived else {
      throw .vault(.notEnoughMemory(bytes: cost.memoryBytes))
    }
    self.parameters = parameters
    self.key = key
  }

  /// Ciphertext and tag.
  func seal(_ text: Span<UInt8>, part: Int, head: [UInt8]) -> [UInt8] {
    AES256GCM.seal(text, key: key, nonce: AES256GCM.nonce(UInt64(part)), authenticating: head)
  }

  /// Returns the bytes of a part; nil if its tag does not verify.
  func open(_ sealed: Span<UInt8>, part: Int, head: [UInt8]) -> SecretBytes? {
    AES256GCM.open(sealed, key: key, nonce: AES256GCM.nonce(UInt64(part)), authenticating: head)
  }
}
