package import Discovery
package import System
package import Vault

/// What the checks look at; every part can be another machine's.
package struct SystemSnapshot: Sendable {
  package var texts: any SystemTexts
  /// The vault's directory without links, or the nearest one above it that exists.
  package var directory: String
  /// The person vouches for the file system.
  package var trustsFileSystem = false
  /// Nil where there is no vault.
  package var inspection: VaultInspection?
  /// Why the vault cannot be opened; nil when it can, or when there is none.
  package var obstacle: VaultError?
  package var pads: [PadCondition] = []
  /// What is wrong with the list of forgotten pads, and with the contact book.
  package var listDamages: [VaultError] = []
  /// Whether only one of the header's two copies is valid.
  package var hasDamagedHeader = false
  /// Whether small secrets are locked in memory, and how many bytes that takes.
  package var isMemoryLocked = true
  package var lockedBytes = 4 << 20
  package var allowsCoreDumps = false
  /// Why the kernel's keyring cannot be used; nil when it can.
  package var keyringRefusal: String?
  package var daemons = Diagnosis(isBusRunning: true, isAvahiRunning: true)
  /// Where counters are kept outside the vault, if anywhere.
  package var counterDirectory: String?

  package init(texts: any SystemTexts, directory: String) {
    self.texts = texts
    self.directory = directory
  }
}
