internal import Link
internal import System
internal import Vault

/// Why an end gives up, in its ABORT frame (1 byte).
package enum AbortReason: UInt8, Sendable {
  /// Something failed at the sending end; an unknown number counts as this, too.
  case failed = 1
  /// The taker's copy differs from what the giver sent.
  case differs = 2
  /// The command was stopped there.
  case stopped = 3

  init(_ error: PairingError) {
    switch error {
    case .link(.cancelled): self = .stopped
    case .system(let error), .vault(.system(let error)):
      self = error.code == SystemError.interrupted ? .stopped : .failed
    case .storedDiffers: self = .differs
    default: self = .failed
    }
  }
}
