internal import Discovery
internal import Doctor
internal import Pad
internal import System
internal import Vault

extension Context {
  /// Everything that `doctor` looks at, on this machine. Asks nothing and changes nothing.
  func examine() throws -> SystemSnapshot {
    let directory = try directory()
    let isThere = try Vault.exists(directory, storage: storage)
    var snapshot = SystemSnapshot(texts: KernelTexts(), directory: Context.nearest(directory))
    snapshot.trustsFileSystem = options.trustFilesystem
    snapshot.isMemoryLocked = SecretBytes.areLocked
    snapshot.lockedBytes = SecretBytes.lockedBytes
    snapshot.allowsCoreDumps = allowsCoreDumps()
    snapshot.keyringRefusal = KernelKeyring().refusal()?.reason
    snapshot.leftovers = ((try? storage.list(".")) ?? []).filter(isTemporaryName).sorted()
    snapshot.daemons = DaemonStatus.now()
    snapshot.hasDiscoveryLibrary = DaemonStatus.isLibraryInstalled
    let counters = environment().counterDirectory
    snapshot.counterDirectory = counters.flatMap {
      Machine.canWrite(Context.nearest($0)) ? $0 : nil
    }
    let absence = Vault.absence(directory, storage)
    if !isThere, case .headerMissing = absence { snapshot.obstacle = absence }
    if isThere {
      // A passphrase file that cannot be read is this command's own mistake, not the vault's.
      let given = try passphraseGiven()
      snapshot.inspection = VaultInspection(of: directory, storage: storage)
      do throws(VaultError) {
        let vault = try openUnasked(directory, passphrase: given)
        snapshot.hasPassphrase = vault.hasPassphrase
        snapshot.hasDamagedHeader = vault.hasDamagedHeader
        // Wrong owners and permissions are in the inspection already.
        snapshot.listDamages = vault.damagesOfLists()
        snapshot.pads = try vault.conditions()
      } catch {
        if error == .wrongPassphrase { throw error }
        snapshot.obstacle = error
      }
    }
    return snapshot
  }

  /// Opens the vault without asking anybody.
  private func openUnasked(
    _ directory: String, passphrase: borrowing SecretBytes?
  ) throws(VaultError) -> Vault {
    try Vault.open(directory, for: .reading, environment: environment()) {
      () throws(VaultError) in
      switch passphrase {
      case .some(let given): return given.withBytes { SecretBytes(copying: $0) }
      case nil: throw .noPassphrase
      }
    }
  }

  /// The directory with links resolved, or its nearest existing parent.
  private static func nearest(_ directory: String) -> String {
    if let real = Machine.realPath(directory) { return real }
    let parent = parentDirectory(of: directory)
    return parent == directory ? "/" : nearest(parent)
  }
}
