package import System
package import Vault

/// Sharing a pad with one person: over the network (`meet`, `listen`, `connect`) or by hand
/// (`carry`, `takeIn`). Only `meet` looks for the other end.
///
/// Attempts are counted across all calls on one value, so a command makes one and keeps it.
package struct Pairing: Sendable {
  /// How long the two people have to type the codes.
  package static let codesTime: Duration = .seconds(180)

  let context: PairingContext
  let attempts: Attempts

  /// `storage` is for a carried pad's file only.
  package init(
    vault: Vault, options: PairingOptions, screen: any PairingScreen,
    randomness: any Randomness, storage: any Storage
  ) {
    self.init(
      store: VaultPadStore(vault: vault), options: options, screen: screen, randomness: randomness,
      storage: storage)
  }

  /// The same, over anything that stores pads.
  package init(
    store: any PadStore, options: PairingOptions, screen: any PairingScreen,
    randomness: any Randomness, storage: any Storage
  ) {
    self.init(
      context: PairingContext(
        store: store, options: options, screen: screen, randomness: randomness, storage: storage),
      attempts: Attempts())
  }

  init(context: PairingContext, attempts: Attempts) {
    self.context = context
    self.attempts = attempts
  }
}
