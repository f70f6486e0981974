package import Vault

/// What one check found: whether a promise is kept on this machine.
package struct Finding: Equatable, Sendable {
  package enum Level: String, Sendable {
    case ok
    /// A promise is weaker here, or something does not work.
    case warn
    /// A promise is not kept here, or the vault does not work.
    case bad
  }

  /// What was checked. The raw values are for programs, and never change (vernam(1)).
  package enum Subject: String, Sendable {
    case vault, permissions, backups, pads, leftovers, disk, copies, memory, swap, hibernation,
      keyring
    case discovery, firewall
    case fileSystem = "file system"
    case coreDumps = "core dumps"
  }

  /// The words for these are in `Wording`.
  package enum What: Equatable, Sendable {
    case error(VaultError)
    case vault(VaultFact)
    case pads(PadFact)
    case fileSystem(FileSystemFact)
    case disk(DiskFact)
    case copies(CopyFact)
    case memory(MemoryFact)
    case pairing(PairingFact)
  }

  package let level: Level
  package let about: Subject
  package let what: What

  init(_ level: Level, _ about: Subject, _ what: What) {
    self.level = level
    self.about = about
    self.what = what
  }
}
