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
    let header = try readHeader(layout, environment)
    if let cost = header.cost, !cost.isBearable { throw .costTooHigh(path: layout.header) }
    let entered = header.cost == nil ? SecretBytes(count: 0) : try passphrase()
    guard let rootKey = header.unwrap(entered) else { throw .wrongPassphrase }
    let id = VaultID(header.vaultID)
    let vault = Vault(layout: layout, id: id, rootKey: rootKey, environment: environment)
    vault.removeAborted()
    return vault
  }

  /// Whether a vault stands in `directory`. Throws where the disk does not say.
  package static func exists(
    _ directory: String, storage: any Storage
  ) throws(VaultError) -> Bool {
    let header = VaultLayout(directory: directory).header
    return try system { () throws(SystemError) in try storage.attributes(at: header) != nil }
  }

  /// Makes a vault: all that is in it first, its header, which makes it one, last.
  package static func create(
    _ directory: String, environment: VaultEnvironment, passphrase: borrowing SecretBytes,
    cost: Scrypt.Cost
  ) throws(VaultError) {
    let layout = VaultLayout(directory: directory)
    if try exists(directory, storage: environment.storage) { throw .vaultExists(path: directory) }
    let rootKey = SecretBytes(random: 32, from: environment.randomness)
    guard
      let header = VaultHeader(
        generation: 1, vaultID: environment.randomness.bytes(16), rootKey: rootKey,
        passphrase: passphrase, cost: cost, randomness: environment.randomness)
    else { throw .costTooHigh(path: directory) }
    try system { () throws(SystemError) in
      try VaultCreation(layout: layout, storage: environment.storage).run(page: header.page)
    }
  }

  private static func readHeader(
    _ layout: VaultLayout, _ environment: VaultEnvironment
  ) throws(VaultError) -> VaultHeader {
    guard try exists(layout.directory, storage: environment.storage) else {
      throw .noVault(path: layout.directory)
    }
    let found = try system { () throws(SystemError) in
      try environment.storage.attributes(at: layout.directory)
    }
    if let found, let why = VaultFile.fault(found) {
      throw .unsafeFile(path: layout.directory, why: why)
    }
    let file = try VaultFile.open(layout.header, lock: .shared, in: environment)
    let pages = try system { () throws(SystemError) -> [UInt8]? in
      var pages = [UInt8](repeating: 0, count: 2 * VaultHeader.pageBytes)
      if try file.attributes().size < pages.count { return nil }
      var span = pages.mutableSpan
      try file.read(into: &span, at: 0)
      return pages
    }
    guard let pages else { throw .headerDamaged(path: layout.header) }
    return try newest(of: pages, path: layout.header)
  }

  private static func newest(of pages: [UInt8], path: String) throws(VaultError) -> VaultHeader {
    var best: VaultHeader?
    for copy in 0..<2 {
      let start = copy * VaultHeader.pageBytes
      switch VaultHeader.read(pages.span.extracting(start..<start + VaultHeader.pageBytes)) {
      case .header(let header):
        if header.generation > best?.generation ?? 0 { best = header }
      case .newer: throw .newerVersion(path: path)
      case .damaged: continue
      }
    }
    guard let best else { throw .headerDamaged(path: path) }
    return best
  }
}
