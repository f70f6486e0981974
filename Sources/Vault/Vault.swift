// Invariants 1 to 6 rest on this target; ARCHITECTURE.md says where each is guarded.
package import Pad
internal import Primitives
internal import Synchronization
package import System

/// An opened vault. Calls block, take their own locks, and hold none
/// while they wait for a person or a pipe.
package final class Vault: Sendable {
  let environment: VaultEnvironment
  let layout: VaultLayout
  let rootKey: SecretBytes
  /// The header that the root key came from.
  let opened: VaultHeader
  let access: Access
  /// The contact book as this command has read it, with the heads of its slots at that time.
  let knownBook = Mutex<(heads: [SlotHead?], book: ContactBook, generation: UInt64)?>(nil)
  /// Whether the header's other copy is damaged.
  package let hasDamagedHeader: Bool
  package var hasPassphrase: Bool { opened.cost != nil }
  /// Chosen at random when the vault was made; a copy of the vault has the same id.
  var id: VaultID { opened.vaultID }

  var storage: any Storage { environment.storage }
  package var directory: String { layout.directory }

  init(
    layout: VaultLayout, header: VaultHeader, hasDamagedHeader: Bool,
    rootKey: consuming SecretBytes, access: Access, environment: VaultEnvironment
  ) {
    self.access = access
    self.layout = layout
    self.hasDamagedHeader = hasDamagedHeader
    opened = header
    self.rootKey = rootKey
    self.environment = environment
  }

  /// Opens the vault in `directory`. Asks for the `passphrase` only if there is one and the keyring
  /// does not hold the key; `asksAlways` ignores the keyring. A reader repairs nothing.
  package static func open(
    _ directory: String, for access: Access = .changing, asksAlways: Bool = false,
    environment: VaultEnvironment, passphrase: () throws(VaultError) -> SecretBytes
  ) throws(VaultError) -> Vault {
    let layout = VaultLayout(directory: directory)
    let copies = try readHeader(layout, environment)
    let header = copies.newest
    let keyring = asksAlways ? nil : environment.keyring
    let key: SecretBytes
    if let kept = rootKey(keptFor: header, in: keyring) {
      key = kept
    } else {
      key = try header.rootKey(header.wrappingKey(ofEntered: passphrase))
    }
    let vault = Vault(
      layout: layout, header: header, hasDamagedHeader: copies.hasDamage, rootKey: key,
      access: access, environment: environment)
    if access == .changing { try vault.tidy(isHeaderOutdated: copies.outdated != nil) }
    return vault
  }

  /// Whether there is a vault in `directory`. Throws if the disk does not say.
  package static func exists(
    _ directory: String, storage: any Storage
  ) throws(VaultError) -> Bool {
    try system(storage.attributes(at: VaultLayout(directory: directory).header)) != nil
  }

  /// Why no vault opens in `directory`, if its header is not there.
  package static func absence(_ directory: String, _ storage: any Storage) -> VaultError {
    let layout = VaultLayout(directory: directory)
    let names = (try? storage.list(layout.pads)) ?? []
    let hasPads = names.contains { PadID(hexadecimal: $0) != nil }
    return hasPads ? .headerMissing(path: layout.header) : .noVault(path: directory)
  }

  /// Both copies of the header. Throws if scrypt would cost too much.
  static func readHeader(
    _ layout: VaultLayout, _ environment: VaultEnvironment
  ) throws(VaultError) -> HeaderCopies {
    guard try exists(layout.directory, storage: environment.storage) else {
      throw absence(layout.directory, environment.storage)
    }
    for place in [layout.directory, layout.pads] {
      try VaultFile.check(place, is: .directory, in: environment.storage)
    }
    let file = try VaultFile.open(layout.header, lock: .shared, in: environment)
    let copies = try HeaderCopies.read(file)
    if let cost = copies.newest.cost, !cost.isBearable { throw .costTooHigh(path: layout.header) }
    return copies
  }
}
