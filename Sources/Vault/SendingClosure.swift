/// Why a pad sends no more, for good (vault.md, "Time travel and twins").
package enum SendingClosure: UInt8, Sendable {
  /// The other end has seen chunks of ours that this vault does not remember sending.
  case peerHasSeenMore = 1
  /// A generation newer than the vault's own was seen outside it.
  case vaultIsOlder = 2
  /// The vault was moved, and nobody said that this is the one surviving copy.
  case moved = 3

  package var reason: String {
    switch self {
    case .peerHasSeenMore: "the other end has seen messages that this vault does not remember"
    case .vaultIsOlder: "this machine remembers a newer state of this vault, or of a copy of it"
    case .moved: "this vault was copied or restored"
    }
  }

  /// One line for whoever may still think that they can write.
  package func warning(_ contact: String) -> String {
    "sending to \(contact) is closed for good: \(reason)"
  }
}
