internal import Link

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
    case .storedDiffers: self = .differs
    default: self = .failed
    }
  }
}
