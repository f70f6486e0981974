package import Vault

extension SendingClosure {
  package var reason: String {
    switch self {
    case .peerHasSeenMore: "messages from you have arrived that this vault did not send"
    case .vaultIsOlder: "this vault is an old copy, or in use in another place"
    case .moved: "this vault was copied or restored"
    }
  }

  /// One line that says what to do.
  package func hint(_ contact: String) -> String {
    let pair = "meet \(contact) and run \"vernam pair \(ContactName.typed(contact))\""
    return switch self {
    case .vaultIsOlder:
      "if another copy of this vault works, write there and delete this one; if none does, \(pair)"
    case .peerHasSeenMore, .moved: "you can still read messages; to send, \(pair)"
    }
  }

  /// One line for a person who may still expect to write.
  package func warning(_ contact: String) -> String {
    "you can no longer send to \(contact) on these pads: \(reason)"
  }
}
