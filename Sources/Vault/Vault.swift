// Invariants 1 to 6 are kept here and in `OpenPad`; the order of writes is that of vault.md.
package import Pad
package import Primitives
package import System

/// A vault that was opened with its passphrase. Calls block, take their own locks, and hold none
/// while they wait for a person or a pipe.
package final class Vault: Sendable {
  let environment: VaultEnvironment
  let layout: VaultLayout
  let rootKey: SecretBytes
  /// Chosen at random when the vault was made; a copy of the vault has the same.
  let id: VaultID

  var storage: any Storage { environment.storage }
  package var directory: String { layout.directory }

  private init(
    layout: VaultLayout, id: VaultID, rootKey: consuming SecretBytes,
    environment: VaultEnvironment
  ) {
    self.layout = layout
    self.id = id
    self.rootKey = rootKey
    self.environment = environment
  }

  /// Opens the vault in `directory`. `passphrase` is asked for only when there is one.
  package static func open(
    _ directory: String, environment: VaultEnvironment,
    passphrase: () throws(VaultError) -> SecretBytes
  ) throws(VaultError) -> Vault {
    let layout = VaultLayout(directory: directory)
    let (header, isWhole) = try readHeader(layout, environment)
    if let cost = header.cost, !cost.isBearable { throw .costTooHigh(path: layout.header) }
    let entered = header.cost == nil ? SecretBytes(count: 0) : try passphrase()
    guard let rootKey = header.unwrap(entered) else { throw .wrongPassphrase }
    let id = VaultID(header.vaultID)
    let vault = Vault(layout: layout, id: id, rootKey: rootKey, environment: environment)
    // What fails here is left for the next time: the copy that was read is still good.
    if !isWhole { try? HeaderFile(environment, layout).renew() }
    vault.removeAborted()
    return vault
  }

  /// Whether a vault stands in `directory`.
  package static func exists(_ directory: String, storage: any Storage) -> Bool {
    (try? storage.attributes(at: VaultLayout(directory: directory).header)) != nil
  }

  /// Makes a vault: all that is in it first, its header, which makes it one, last.
  package static func create(
    _ directory: String, environment: VaultEnvironment, passphrase: borrowing SecretBytes,
    cost: Scrypt.Cost
  ) throws(VaultError) {
    let layout = VaultLayout(directory: directory)
    if exists(directory, storage: environment.storage) { throw .vaultExists(path: directory) }
    let rootKey = SecretBytes(random: 32, from: environment.randomness)
    let id = VaultID(environment.randomness.bytes(VaultID.byteCount))
    guard
      let header = VaultHeader(
        generation: 1, vaultID: id.bytes, rootKey: rootKey, passphrase: passphrase, cost: cost, randomness: environment.randomness)
    else { throw .costTooHigh(path: directory) }
    try system { () throws(SystemError) in
      try VaultCreation(layout: layout, storage: environment.storage, id: id)
        .run(page: header.page)
    }
  }

  private static func readHeader(
    _ layout: VaultLayout, _ environment: VaultEnvironment
  ) throws(VaultError) -> (header: VaultHeader, isWhole: Bool) {
    guard exists(layout.directory, storage: environment.storage) else {
      throw .noVault(path: layout.directory)
    }
    for place in [layout.directory, layout.pads] {
      try VaultFile.check(place, is: .directory, in: environment.storage)
    }
    return try HeaderFile(environment, layout).newest()
  }
}
