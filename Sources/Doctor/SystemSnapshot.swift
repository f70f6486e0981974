package import Discovery
package import System
package import Vault

/// Everything that the checks look at; any part can come from another machine.
package struct SystemSnapshot: Sendable {
  package var texts: any SystemTexts
  /// The vault's directory with links resolved, or its nearest existing parent.
  package var directory: String
  /// The person vouches for the file system.
  package var trustsFileSystem = false
  /// Nil if there is no vault.
  package var inspection: VaultInspection?
  /// Why the vault cannot be opened; nil if it can, or if there is none.
  package var obstacle: VaultError?
  package var pads: [PadCondition] = []
  /// Damage to the list of forgotten pads, and to the contact book.
  package var listDamages: [VaultError] = []
  /// Names of unfinished files in the working directory.
  package var leftovers: [String] = []
  package var hasPassphrase = true
  /// Whether only one of the header's two copies is valid.
  package var hasDamagedHeader = false
  /// Whether small secrets are locked in memory, and how many bytes that needs.
  package var isMemoryLocked = true
  package var lockedBytes = 4 << 20
  package var allowsCoreDumps = false
  /// Why the kernel's keyring cannot be used; nil if it can.
  package var keyringRefusal: String?
  package var daemons = DaemonStatus(isBusRunning: true, isAvahiRunning: true)
  /// Avahi's library can be opened.
  package var hasDiscoveryLibrary = true
  /// Where counters are kept outside the vault, if anywhere.
  package var counterDirectory: String?

  package init(texts: any SystemTexts, directory: String) {
    self.texts = texts
    self.directory = directory
  }
}
