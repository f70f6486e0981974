import Codec
import Pad

@testable import Vault

/// What the ledger writes down.
extension Ledger {
  /// A released packet, read with the material.
  struct Released: Equatable {
    let pad: PadID
    let chunks: Range<Int>
    let head: BodyHead
  }

  /// The status of a pad or a vault after a crash.
  enum Standing {
    /// No call that makes it has begun; or it is gone, and known to be.
    case absent, gone
    /// A call that makes or destroys it was begun and did not return.
    case beingMade, beingDestroyed
    case present

    var isCertain: Bool { self == .present }
    var isPossible: Bool { self == .present || self == .beingMade || self == .beingDestroyed }
  }

  /// A message that is being sent to the outbox.
  struct Post: Equatable {
    let pad: PadID
    /// The first chunk that was not spent before.
    let start: Int
    /// Somebody said that it was not sent.
    var isSaidUnsent = false
  }
}
