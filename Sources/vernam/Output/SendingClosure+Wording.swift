internal import Vault

extension SendingClosure {
  var reason: String {
    switch self {
    case .peerHasSeenMore: "the other end has messages from you that this vault does not know"
    case .vaultIsOlder: "this is an older copy of the vault: messages were sent since"
    case .moved: "this vault was copied or restored"
    }
  }

  /// One line for a person who may still expect to write.
  func warning(_ contact: String) -> String {
    "you can no longer send to \(contact) on these pads: \(reason)"
  }
}
