package import Vault

/// The vault as a whole.
package enum VaultFact: Equatable, Sendable {
  case isMissing
  case isLocked
  case opens(String)
  case hasNoPassphrase
  /// One of two copies of the header is damaged.
  case headerIsHalfDamaged
  case filesArePrivate
  /// How many of its files other users can open, and where the vault is.
  case filesAreOpen(Int, directory: String)
  case hasNoCacheTag
  /// A file in the working directory that a command was writing when it was killed.
  case leftFile(String)
}

/// Pads, by the contact's name.
package enum PadFact: Equatable, Sendable {
  case noneYet
  case work(Int)
  case waits(String)
  case isHalfDamaged(String)
  case isClosed(String, SendingClosure)
  /// A closed pad of a contact that has another one that works.
  case oldOneIsClosed(String, PadID, SendingClosure)
}

/// The file system that the vault is on.
package enum FileSystemFact: Equatable, Sendable {
  case isUnknown(directory: String)
  case overwritesInPlace(Mount)
  case overwritesWithoutSnapshots(Mount)
  case isInMemory(Mount)
  case isRemote(Mount)
  case mayKeepCopies(Mount)
  /// The file at `path` is copied on write, in the vault at `vault`.
  case copiesOnWrite(Mount, path: String, vault: String)
  case isReadOnly(Mount)
  case hasNoBarriers(Mount)
  case journalsData(Mount)
  case writesBack(Mount)
}

/// The disk below that file system.
package enum DiskFact: Equatable, Sendable {
  case isEncrypted
  case isFlash
  case isNotFlash
}

/// How a copied or restored vault is recognized.
package enum CopyFact: Equatable, Sendable {
  case areNoticed
  case noMachineID
  case noBirthTime
  case noCounters
}

/// Where secrets in memory may end up.
package enum MemoryFact: Equatable, Sendable {
  case isLocked
  /// Bytes that cannot be locked, and the limit in bytes, if it is known.
  case isNotLocked(needed: Int, limit: Int?)
  case hasNoOpenSwap
  case hasUnencryptedSwap(String)
  case cannotHibernate
  case hibernatesEncrypted
  case hibernatesUnencrypted
  case isNotDumped
  case isDumped(toProgram: Bool)
  case keyringWorks
  case keyringRefuses(String)
}

/// What keeps this machine and others from finding each other.
package enum PairingFact: Equatable, Sendable {
  case daemonsRun
  case libraryIsMissing
  case daemonIsMissing(isBus: Bool)
  case hasNoFirewall
  case hasFirewall(Firewall)
}
