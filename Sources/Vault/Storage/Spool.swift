internal import Pad
package import System

// What is too large for memory stands in `spool` while it is worked on: packets, which are encrypted,
// and content sealed under a key that lives only in memory.
extension Vault {
  /// A file of this process's own in the spool. It loses its name at once, so that nothing is left of
  /// it when the process ends, however that happens.
  package func spoolFile() throws(VaultError) -> any StoredFile {
    try VaultFile.check(layout.spool, is: .directory, in: storage)
    // An empty directory is what backup and copying programs leave out.
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

  /// Removes what a process left that ended right after it made a file here.
  func emptySpool() {
    for name in (try? storage.list(layout.spool)) ?? [] {
      try? storage.remove(layout.spool + "/" + name)
    }
  }

  /// Throws where the disk has no room for so many bytes in the spool, while nothing is spent yet.
  func checkSpool(_ bytes: Int) throws(VaultError) {
    if storage.freeBytes(at: layout.spool) >= bytes { return }
    throw .system(SystemError("write", layout.spool, code: SystemError.noSpace))
  }
}
