internal import Pad
internal import System

/// What every step of a pairing is handed.
struct PairingContext: Sendable {
  let store: any PadStore
  let wishes: PairingWishes
  let screen: any PairingScreen
  let randomness: any Randomness
  let storage: any Storage
  /// Where the vault is: its file system must have room for the pad.
  let directory: String

  /// How long one end waits for the other to store or to compare a whole pad: a minute, and a
  /// second for each MiB.
  func timeToVerify(_ shape: PadShape) -> Duration { .seconds(60 + shape.size >> 20) }

  /// Refuses a pad that this end does not want or has no room for.
  func check(_ shape: PadShape, weGive: Bool) throws(PairingError) {
    if !weGive && shape.size > wishes.maximumSize {
      throw .tooLarge(shape.size, limit: wishes.maximumSize)
    }
    let free = storage.freeBytes(at: directory)
    let needed = PairingContext.storedBytes(shape)
    if needed > free { throw .noSpace(needed: needed, free: free) }
    guard weGive, let material = wishes.material else { return }
    if material.byteCount < shape.materialBytes {
      throw .materialTooShort(has: material.byteCount, needed: shape.materialBytes)
    }
  }

  /// About what a pad takes on disk: chunks with their tags, two slots of state, some metadata.
  private static func storedBytes(_ shape: PadShape) -> Int {
    shape.chunks * (shape.chunkBytes + 16) + 256 << 10
  }
}
