internal import Discovery
internal import Pad
internal import System
package import Vault

extension SystemSnapshot {
  /// This machine, with the vault that would be in `directory`. Asks nothing and changes nothing.
  ///
  /// - Parameter folder: where a command may have left unfinished files.
  /// - Parameter open: opens the vault without asking anybody; called only if there is one.
  package init(
    of directory: String, folder: String, _ environment: VaultEnvironment,
    open: () throws(VaultError) -> Vault
  ) throws(VaultError) {
    let storage = environment.storage
    let isThere = try Vault.exists(directory, storage: storage)
    self.init(texts: KernelTexts(), directory: SystemSnapshot.nearest(directory))
    trustsFileSystem = environment.trustsFileSystem
    isMemoryLocked = SecretBytes.areLocked
    lockedBytes = SecretBytes.lockedBytes
    allowsCoreDumps = System.allowsCoreDumps()
    keyringRefusal = KernelKeyring().refusal()?.reason
    leftovers = ((try? storage.list(folder)) ?? []).filter(isTemporaryName).sorted()
    daemons = DaemonStatus.now()
    hasDiscoveryLibrary = DaemonStatus.isLibraryInstalled
    counterDirectory = environment.counterDirectory.flatMap {
      Machine.canWrite(SystemSnapshot.nearest($0)) ? $0 : nil
    }
    let absence = Vault.absence(directory, storage)
    if !isThere, case .headerMissing = absence { obstacle = absence }
    if isThere { try look(into: directory, storage, open) }
  }

  private mutating func look(
    into directory: String, _ storage: any Storage, _ open: () throws(VaultError) -> Vault
  ) throws(VaultError) {
    inspection = VaultInspection(of: directory, storage: storage)
    do throws(VaultError) {
      let vault = try open()
      hasPassphrase = vault.hasPassphrase
      hasDamagedHeader = vault.hasDamagedHeader
      // Wrong owners and permissions are in the inspection already.
      listDamages = vault.damagesOfLists()
      pads = try vault.conditions()
    } catch {
      if error == .wrongPassphrase { throw error }
      obstacle = error
    }
  }

  /// The directory with links resolved, or its nearest existing parent.
  private static func nearest(_ directory: String) -> String {
    if let real = Machine.realPath(directory) { return real }
    let parent = parentDirectory(of: directory)
    return parent == directory ? "/" : nearest(parent)
  }
}
