internal import Doctor
internal import Pad
internal import Vault

extension Context {
  /// Everything that `doctor` looks at, on this machine. Asks nothing and changes nothing.
  func examine() throws -> SystemSnapshot {
    let directory = try directory()
    // A passphrase file that cannot be read is this command's own mistake, not the vault's.
    let given = try passphraseGiven(ifIn: directory)
    return try SystemSnapshot(of: directory, folder: ".", environment()) { () throws(VaultError) in
      try openUnasked(directory, passphrase: given)
    }
  }

  private func passphraseGiven(ifIn directory: String) throws(VaultError) -> SecretBytes? {
    if try !Vault.exists(directory, storage: storage) { return nil }
    return try passphraseGiven()
  }

  /// Opens the vault without asking anybody.
  private func openUnasked(
    _ directory: String, passphrase: borrowing SecretBytes?
  ) throws(VaultError) -> Vault {
    try Vault.open(directory, for: .reading, environment: environment()) {
      () throws(VaultError) in
      switch passphrase {
      case .some(let given): return given.withBytes { SecretBytes(copying: $0) }
      case nil: throw .noPassphrase
      }
    }
  }
}
