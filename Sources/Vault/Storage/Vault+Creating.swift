package import Pad
package import Primitives
internal import System

// The file that becomes a new vault's header is also the lock between processes that make one at
// the same time.
extension Vault {
  /// Makes a vault: its contents first, and last its header, which makes it a vault.
  package static func create(
    _ directory: String, environment: VaultEnvironment, passphrase: borrowing SecretBytes,
    cost: Scrypt.Cost
  ) throws(VaultError) {
    let layout = VaultLayout(directory: directory)
    if try exists(directory, storage: environment.storage) { throw .vaultExists(path: directory) }
    let absence = absence(directory, environment.storage)
    guard case .noVault = absence else { throw absence }
    let rootKey = SecretBytes(random: 32, from: environment.randomness)
    let id = VaultID(environment.randomness.bytes(VaultID.byteCount))
    let header = try VaultHeader(
      generation: 1, vaultID: id, rootKey: rootKey, passphrase: passphrase, cost: cost,
      randomness: environment.randomness)
    let vault = Vault(
      layout: layout, header: header, hasDamagedHeader: false, rootKey: rootKey,
      access: .changing, environment: environment)
    try vault.makeFiles()
  }

  private func makeFiles() throws(VaultError) {
    try system(storage.makeDirectories(directory))
    let new = layout.header + ".new"
    let header = try claim(new)
    if try Vault.exists(directory, storage: storage) {
      try? storage.remove(new)
      throw .vaultExists(path: directory)
    }
    try VaultFile.checkFileSystem(header, environment)
    let identity = FileIdentity(inode: 0, birth: nil, subvolume: nil)
    try makeBook(ContactBook(identity: identity), at: layout.contacts)
    try system { () throws(SystemError) in
      for directory in [layout.pads, layout.spool]
      where try storage.attributes(at: directory) == nil {
        try storage.createDirectory(directory)
      }
      try makeFile(layout.cacheTag, Array(VaultLayout.cacheTagText.utf8))
      try makeFile(layout.gone, ForgottenPads.entry(id.bytes, number: 0))
      try header.write((opened.page + opened.page).span, at: 0)
      try header.sync()
      try storage.rename(new, to: layout.header)
      try storage.syncDirectory(directory)
      try storage.syncDirectory(parentDirectory(of: directory))
    }
  }

  /// Makes the file, or takes over one from an interrupted creation, and locks it.
  private func claim(_ path: String) throws(VaultError) -> any StoredFile {
    try VaultFile.check(path, is: .regular, in: storage)
    let file = try system(createOrOpen(path))
    guard try system(file.tryLock(.exclusive)),
      try system(storage.attributes(at: path))?.isSameFile(as: system(file.attributes())) == true
    else { throw .busy(path: directory) }
    return file
  }

  private func createOrOpen(_ path: String) throws(SystemError) -> any StoredFile {
    do throws(SystemError) { return try storage.create(path) } catch {
      guard error.code == SystemError.exists else { throw error }
      return try storage.open(path, writable: true)
    }
  }

  private func makeFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = try VaultFile.createAnew(path, in: storage)
    try file.write(bytes.span, at: 0)
    try file.sync()
  }
}
