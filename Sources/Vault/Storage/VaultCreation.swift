internal import Pad
internal import System

/// The steps of making a vault's directory. The file that becomes its header is the lock for
/// processes that make one at the same time.
struct VaultCreation {
  let layout: VaultLayout
  let environment: VaultEnvironment
  let id: VaultID

  private var storage: any Storage { environment.storage }

  func run(page: [UInt8], rootKey: borrowing SecretBytes) throws(VaultError) {
    try system { () throws(SystemError) in try storage.makeDirectories(layout.directory) }
    let new = layout.header + ".new"
    let header = try claim(new)
    if try Vault.exists(layout.directory, storage: storage) {
      try? storage.remove(new)
      throw .vaultExists(path: layout.directory)
    }
    try VaultFile.checkFileSystem(header, environment)
    let book = ContactBook(identity: FileIdentity(inode: 0, birth: nil, subvolume: nil))
    try BookCreation(environment: environment, id: id)
      .run(book, rootKey: rootKey, at: layout.contacts)
    try system { () throws(SystemError) in
      for directory in [layout.pads, layout.spool]
      where try storage.attributes(at: directory) == nil {
        try storage.createDirectory(directory)
      }
      try makeFile(layout.cacheTag, Array(VaultLayout.cacheTagText.utf8))
      try makeFile(layout.gone, ForgottenPads.empty(of: id))
      try header.write((page + page).span, at: 0)
      try header.sync()
      try storage.rename(new, to: layout.header)
      try storage.syncDirectory(layout.directory)
      try storage.syncDirectory(parentDirectory(of: layout.directory))
    }
  }

  /// Makes the file, or takes over one that a creation left that was cut short, and locks it.
  private func claim(_ path: String) throws(VaultError) -> any StoredFile {
    try VaultFile.check(path, is: .regular, in: storage)
    let claimed = try system { () throws(SystemError) -> (any StoredFile)? in
      let file = try createOrOpen(path)
      guard try file.tryLock(.exclusive) else { return nil }
      let own = try file.attributes()
      return try storage.attributes(at: path)?.isSameFile(as: own) == true ? file : nil
    }
    guard let claimed else { throw .busy(path: layout.directory) }
    return claimed
  }

  private func createOrOpen(_ path: String) throws(SystemError) -> any StoredFile {
    do throws(SystemError) { return try storage.create(path) } catch {
      guard error.code == SystemError.exists else { throw error }
      return try storage.open(path, writable: true)
    }
  }

  /// Makes a file anew; what a creation that was cut short left behind goes first.
  private func makeFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    if try storage.attributes(at: path) != nil { try storage.remove(path) }
    let file = try storage.create(path)
    try file.write(bytes.span, at: 0)
    try file.sync()
  }
}
