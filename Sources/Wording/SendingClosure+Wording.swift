package import Vault

extension SendingClosure {
  package var reason: String {
    switch self {
    case .peerHasSeenMore: "messages from you have arrived that this vault did not send"
    case .vaultIsOlder: "this vault is an old copy, or in use in another place"
    case .moved: "this vault was copied or restored"
    }
  }

  /// How to send again. `meet` says in the words of the program that is used how to get a new pad.
  package func wayOut(_ meet: String) -> String {
    switch self {
    case .vaultIsOlder:
      "use the other copy of this vault and delete this one; if you have no other, \(meet)"
    case .peerHasSeenMore, .moved: meet
    }
  }

  /// The same on the command line.
  package func wayOut(for contact: String) -> String {
    wayOut("meet \(contact) and run \"vernam pair \(ContactName.typed(contact))\"")
  }

  /// One line that says what to do.
  package func hint(_ contact: String) -> String {
    "you can still read messages; to send, \(wayOut(for: contact))"
  }

  /// One line for a person who may still expect to write.
  package func warning(_ contact: String) -> String {
    "you can no longer send to \(contact) on these pads: \(reason)"
  }
}
