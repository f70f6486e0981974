/// Why a pad sends no more, for good (vernam-vault(5), "TIME TRAVEL").
package enum SendingClosure: UInt8, Sendable {
  /// The other end has seen chunks of ours that this vault does not remember sending.
  case peerHasSeenMore = 1
  /// This vault is older than one that was here before: it was put back from a copy.
  case vaultIsOlder = 2
  /// The vault was copied or moved, and something may have been sent from another copy.
  case moved = 3

  package var reason: String {
    switch self {
    case .peerHasSeenMore: "the other end has seen messages that this vault does not remember"
    case .vaultIsOlder: "this is an older copy of the vault: messages were sent since"
    case .moved: "this vault was copied or restored"
    }
  }

  /// One line for a person who may still expect to write.
  package func warning(_ contact: String) -> String {
    "sending to \(contact) is closed for good: \(reason)"
  }
}
