internal import Discovery
internal import Doctor
internal import Pad
internal import System
internal import Vault

extension Context {
  /// Everything that `doctor` looks at, on this machine. Asks nothing and changes nothing.
  func examine() throws -> Patient {
    let directory = try directory()
    let isThere = try Vault.exists(directory, storage: storage)
    var patient = Patient(texts: KernelTexts(), directory: Context.nearest(directory))
    patient.trustsFileSystem = options.trustFilesystem
    patient.isMemoryLocked = SecretBytes.areLocked
    patient.lockedBytes = SecretBytes.lockedBytes
    patient.allowsCoreDumps = allowsCoreDumps()
    patient.keyringRefusal = KernelKeyring().refusal()?.reason
    patient.daemons = Diagnosis.now()
    let counters = environment().counterDirectory
    patient.counterDirectory = counters.flatMap {
      Machine.canWrite(Context.nearest($0)) ? $0 : nil
    }
    let absence = Vault.absence(directory, storage)
    if !isThere, case .headerMissing = absence { patient.obstacle = absence }
    if isThere {
      // A file that cannot be read is this command's own mistake, not the vault's.
      _ = try passphraseGiven()
      patient.inspection = VaultInspection(of: directory, storage: storage)
      do throws(VaultError) {
        let vault = try openUnasked(directory)
        patient.hasDamagedHeader = vault.hasDamagedHeader
        // Whose file it is, is told with all the others.
        patient.listDamages = vault.damagesOfLists()
        patient.pads = try vault.conditions()
      } catch {
        if error == .wrongPassphrase { throw error }
        patient.obstacle = error
      }
    }
    return patient
  }

  /// Opens the vault without asking anybody.
  private func openUnasked(_ directory: String) throws(VaultError) -> Vault {
    try Vault.open(directory, for: .reading, environment: environment()) {
      () throws(VaultError) in
      guard let given = try passphraseGiven() else { throw .noPassphrase }
      return given
    }
  }

  /// The directory without links, or the nearest one above it that exists.
  private static func nearest(_ directory: String) -> String {
    if let real = Machine.realPath(directory) { return real }
    let parent = parentDirectory(of: directory)
    return parent == directory ? "/" : nearest(parent)
  }
}
