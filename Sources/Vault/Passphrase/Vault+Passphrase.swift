package import Pad
package import Primitives
internal import System

extension Vault {
  /// Wraps the root key with another passphrase. A crash leaves one passphrase that works, the old
  /// one or the new one; whatever the old one could open is overwritten no later than when the
  /// vault is next opened for a change.
  ///
  /// Pads stay as they are: the root key is the same.
  package func changePassphrase(
    to passphrase: borrowing SecretBytes, cost: Scrypt.Cost
  ) throws(VaultError) {
    if try book().isMoved { throw .moved(path: directory) }
    // This takes time, so the lock comes after it.
    let header = try VaultHeader(
      generation: opened.generation + 1, vaultID: opened.vaultID, rootKey: rootKey,
      passphrase: passphrase, cost: cost, randomness: environment.randomness)
    try withHeaderForChange { file, copies throws(VaultError) in
      // Another process has changed it since: its change stays.
      guard copies.newest == opened else { throw .replaced(path: layout.header) }
      try copies.replace(with: header, in: file)
    }
    // The key no longer fits; nothing depends on its removal.
    _ = try? environment.keyring?.drop(opened.keyName)
  }

  /// Finishes a change that was cut short. If that cannot be done now, it is left for the next
  /// time: it keeps nobody from their messages.
  func renewHeader() {
    do throws(VaultError) {
      try withHeaderForChange { file, copies throws(VaultError) in
        guard copies.newest == opened else { return }
        try copies.renew(in: file)
        if copies.hasDamage { environment.warn(.mended(path: file.path)) }
      }
    } catch {
      environment.warn(.headerNotRenewed(error))
    }
  }

  private func withHeaderForChange(
    _ change: (any StoredFile, HeaderCopies) throws(VaultError) -> Void
  ) throws(VaultError) {
    let file = try VaultFile.open(layout.header, lock: .exclusive, in: environment)
    try change(file, HeaderCopies.readDurably(file))
  }
}
