internal import Crypto
internal import FoundationEssentials
internal import Pad
internal import System

/// HPKE (RFC 9180) in base mode with X-Wing (ML-KEM-768 and X25519), HKDF-SHA-256 and no cipher:
/// both ends only export secrets from it (RFC 9180 §5.3).
///
/// swift-crypto wipes its symmetric keys but neither the X-Wing private key nor the copies that the
/// key schedule makes: this code can only release them soon.
enum KeyExchange {
  private static let suite = HPKE.Ciphersuite(
    kem: .XWingMLKEM768X25519, kdf: .HKDF_SHA256, aead: .exportOnly)

  /// A key pair for one key exchange: the listener's, or the joiner's in R1.
  struct KeyPair: ~Copyable {
    private let privateKey: XWingMLKEM768X25519.PrivateKey

    /// From a fresh seed of 32 bytes (draft-connolly-cfrg-xwing-kem-06, section 5.2).
    init(_ randomness: some Randomness) throws(PairingError) {
      let seed = SecretBytes(random: 32, from: randomness)
      do {
        privateKey = try seed.withBytes { seed in
          try unsafe seed.withUnsafeBytes { seed in
            try unsafe XWingMLKEM768X25519.PrivateKey(seedRepresentation: seed, publicKey: nil)
          }
        }
      } catch { throw .keyExchange }
    }

    var publicKey: [UInt8] { [UInt8](privateKey.publicKey.rawRepresentation) }

    /// Opens an encapsulation to this key. A tampered one yields other secrets, not an error.
    consuming func open(_ encapsulated: [UInt8], info: [UInt8]) throws(PairingError) -> Exporter {
      do {
        return .recipient(
          try HPKE.Recipient(
            privateKey: privateKey, ciphersuite: suite, info: Data(info),
            encapsulatedKey: Data(encapsulated)))
      } catch { throw .keyExchange }
    }
  }

  /// An encapsulation to the other end's public key.
  struct Encapsulation {
    let key: [UInt8]
    let exporter: Exporter

    init(to publicKey: [UInt8], info: [UInt8]) throws(PairingError) {
      do {
        let recipient = try XWingMLKEM768X25519.PublicKey(rawRepresentation: publicKey)
        let sender = try HPKE.Sender(
          recipientKey: recipient, ciphersuite: suite, info: Data(info))
        key = [UInt8](sender.encapsulatedKey)
        exporter = .sender(sender)
      } catch { throw .keyExchange }
    }
  }

  /// The shared context, from which each secret is exported by its label.
  enum Exporter {
    case sender(HPKE.Sender)
    case recipient(HPKE.Recipient)

    /// `count` bytes under `context`, copied at once into locked memory.
    func export(_ context: [UInt8], count: Int) throws(PairingError) -> SecretBytes {
      do {
        let key =
          switch self {
          case .sender(let sender):
            try sender.exportSecret(context: context, outputByteCount: count)
          case .recipient(let recipient):
            try recipient.exportSecret(context: context, outputByteCount: count)
          }
        var secret = SecretBytes(count: count)
        unsafe key.withUnsafeBytes { key in
          let bytes = unsafe Span<UInt8>(_unsafeElements: key.bindMemory(to: UInt8.self))
          secret.withMutableBytes { $0.copy(bytes, at: 0) }
        }
        return secret
      } catch { throw .keyExchange }
    }
  }
}
