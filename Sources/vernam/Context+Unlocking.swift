internal import System
internal import Vault

extension Context {
  /// Keeps the vault's key in the keyring. False if the vault has no passphrase.
  func unlock(seconds: Int) throws -> Bool {
    let directory = try directory()
    return try withRetyping {
      try Vault.unlock(
        directory, seconds: seconds, environment: environment(),
        passphrase: { () throws(VaultError) in try passphrase() },
        isReadable: {
          SecondProcess.succeeds(["unlock", "--check", "--quiet", "--vault", directory])
        })
    }
  }

  /// Whether unlocking would ask for a passphrase.
  func hasPassphrase() throws -> Bool {
    do {
      return try Vault.unlock(
        directory(), seconds: 0, environment: environment(),
        passphrase: { () throws(VaultError) in throw .noPassphrase }, isReadable: { false })
    } catch VaultError.noPassphrase { return true }
  }

  /// For the second process: throws unless the key in the keyring opens the vault.
  func checkUnlocked() throws {
    guard try Vault.isUnlocked(directory(), environment: environment()) else {
      throw VaultError.keyringRefused(.noKeyThatFits)
    }
  }

  /// Drops the key. False if none was kept.
  func lock() throws -> Bool {
    try Vault.lock(directory(), environment: environment())
  }
}
