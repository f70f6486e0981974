package import System
package import Vault

/// Sharing a pad with one person: over the network (`listen`, `connect`) or by hand (`carry`,
/// `takeIn`). Finding the other end is the caller's business.
///
/// Attempts are counted over all calls on one value, so a command makes one and keeps it.
package struct Pairing: Sendable {
  let context: PairingContext
  let attempts = Attempts()

  /// `directory` is where the vault is, to see whether there is room for the pad.
  package init(
    vault: Vault, directory: String, wishes: PairingWishes, screen: any PairingScreen,
    randomness: any Randomness, storage: any Storage
  ) {
    self.init(
      store: VaultPadStore(vault: vault), directory: directory, wishes: wishes, screen: screen,
      randomness: randomness, storage: storage)
  }

  /// The same, over anything that stores pads.
  package init(
    store: any PadStore, directory: String, wishes: PairingWishes, screen: any PairingScreen,
    randomness: any Randomness, storage: any Storage
  ) {
    context = PairingContext(
      store: store, wishes: wishes, screen: screen, randomness: randomness, storage: storage,
      directory: directory)
  }
}
