/// Why a pad no longer sends, for good (vernam-vault(5), "ROLLBACK").
package enum SendingClosure: UInt8, Sendable {
  /// The other end has seen chunks of ours that this vault does not remember sending.
  case peerHasSeenMore = 1
  /// This vault is older than one that was here before: it was put back from a copy.
  case vaultIsOlder = 2
  /// The vault was copied or moved, and something may have been sent from another copy.
  case moved = 3
}
