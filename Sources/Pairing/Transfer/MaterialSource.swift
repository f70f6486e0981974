internal import Pad
internal import Primitives
internal import System

/// The source of a new pad's material: the person's bytes, or zeros, XORed with the key stream of
/// AES-256-CTR under 32 fresh bytes from the kernel for each piece. getrandom(2) does the same with
/// ChaCha20, call by call, and is slower.
struct MaterialSource {
  private static let keyBytes = 32

  private let randomness: any Randomness
  private let material: (any Material)?

  init(_ context: PairingContext) {
    randomness = context.randomness
    material = context.options.material
  }

  mutating func draw(_ count: Int) throws(PairingError) -> SecretBytes {
    var bytes = SecretBytes(count: count)
    if let material {
      do {
        try bytes.withMutableBytes { (bytes) throws(SystemError) in
          try material.read(into: &bytes)
        }
      } catch { throw .system(error) }
    }
    let key = SecretBytes(random: MaterialSource.keyBytes, from: randomness)
    var cipher = AES256CTR()
    key.withBytes { key in bytes.withMutableBytes { cipher.combine(key: key, with: &$0) } }
    return bytes
  }
}
