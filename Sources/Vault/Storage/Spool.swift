internal import Pad
package import System

// Data too large for memory is kept in `spool` while it is worked on: packets, which are encrypted,
// and content sealed under a key that lives only in memory.
extension Vault {
  /// A private file in the spool. It loses its name at once, so that nothing is left of it when the
  /// process ends, however that happens.
  package func spoolFile() throws(VaultError) -> any StoredFile {
    try VaultFile.check(layout.spool, is: .directory, in: storage)
    // Backup and copying programs leave out empty directories.
    try system(storage.makeDirectories(layout.spool))
    let path = layout.spool + "/" + PadID(environment.randomness.bytes(16)).hexadecimal
    return try system { () throws(SystemError) in
      let file = try storage.create(path)
      do throws(SystemError) { try storage.remove(path) } catch {
        // Another process tidied up meanwhile.
        if error.code != SystemError.notFound { throw error }
      }
      return file
    }
  }

  /// Removes what processes left that ended right after making a file here.
  func emptySpool() {
    for name in (try? storage.list(layout.spool)) ?? [] {
      try? storage.remove(layout.spool + "/" + name)
    }
  }

  /// Throws if the disk lacks room for that many bytes in the spool, while nothing is spent yet.
  func checkSpool(_ bytes: Int) throws(VaultError) {
    if storage.freeBytes(at: layout.spool) >= bytes { return }
    throw .system(SystemError("write", layout.spool, code: SystemError.noSpace))
  }
}
