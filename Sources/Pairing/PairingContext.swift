internal import Link
internal import Pad
internal import System

/// The context that every step of a pairing shares.
struct PairingContext: Sendable {
  let store: any PadStore
  let options: PairingOptions
  let screen: any PairingScreen
  let randomness: any Randomness
  let storage: any Storage

  /// Refuses a pad that this end asks for and cannot have, before anybody waits.
  func checkOwnRequest() throws(PairingError) {
    if options.request.role != .either { _ = try ownShape() }
  }

  /// Throws if the person has stopped it.
  func checkIfStopped() throws(PairingError) {
    if options.isStopped() { throw .link(.cancelled) }
  }

  /// The shape of the pad that this end makes if it gives; throws if it cannot have it.
  func ownShape() throws(PairingError) -> PadShape {
    guard let shape = options.request.shape else { throw .impossibleShape }
    try check(shape, weGive: true)
    return shape
  }

  /// Refuses a pad that this end does not want or has no room for.
  func check(_ shape: PadShape, weGive: Bool) throws(PairingError) {
    if !weGive && shape.size > options.maximumSize {
      throw .tooLarge(shape.size, limit: options.maximumSize)
    }
    let free = store.freeBytes
    let needed = store.storedBytes(shape)
    if needed > free { throw .noSpace(needed: needed, free: free) }
    guard weGive, let material = options.material else { return }
    if material.byteCount < shape.materialBytes {
      throw .materialTooShort(has: material.byteCount, needed: shape.materialBytes)
    }
  }
}
