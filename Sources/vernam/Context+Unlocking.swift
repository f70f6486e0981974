internal import System
internal import Vault

extension Context {
  /// Keeps the vault's key in the keyring. False where the vault has no passphrase.
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

  /// For the second process: ends well where it can open the vault by what the keyring holds.
  func checkUnlocked() throws {
    guard try Vault.isUnlocked(directory(), environment: environment()) else {
      throw VaultError.keyringRefused(.noKeyThatFits)
    }
  }

  /// Drops the key. False where none was kept.
  func lock() throws -> Bool {
    try Vault.lock(directory(), environment: environment())
  }
}
