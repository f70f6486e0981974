internal import Pad
internal import System

/// Draws a new pad's material: fresh bytes of the kernel, XORed with what the person brought.
struct MaterialSource {
  private let randomness: any Randomness
  private let material: (any Material)?

  init(_ context: PairingContext) {
    randomness = context.randomness
    material = context.wishes.material
  }

  mutating func draw(_ count: Int) throws(PairingError) -> SecretBytes {
    var bytes = SecretBytes(count: count)
    bytes.withMutableBytes { randomness.fill(&$0) }
    guard let material else { return bytes }
    var brought = SecretBytes(count: count)
    do {
      try brought.withMutableBytes { (brought) throws(SystemError) in
        try material.read(into: &brought)
      }
    } catch { throw .system(error) }
    brought.withBytes { brought in bytes.withMutableBytes { $0.xor(brought) } }
    return bytes
  }
}
