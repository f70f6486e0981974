package import Vault

extension Vault {
  /// Destroys all pads of a contact, or the one pad with this id, as `vernam forget` does.
  package func forget(_ name: String) throws(VaultError) {
    for pad in try padsToForget(name).pads { try destroyPad(pad) }
  }
}
