internal import Vault

/// Whether the vault's files are ours alone, and backups leave them out.
enum PermissionCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard let inspection = snapshot.inspection else { return [] }
    let open = inspection.faults.filter(isOpenToOthers)
    // One command closes them all.
    let isOneLine = open.count > 1
    var findings: [Finding] = []
    if isOneLine {
      let fact = VaultFact.filesAreOpen(open.count, directory: snapshot.directory)
      findings.append(Finding(.bad, .permissions, .vault(fact)))
    }
    for fault in inspection.faults {
      // An error that keeps the vault from opening was reported already.
      if fault == snapshot.obstacle || isOneLine && isOpenToOthers(fault) { continue }
      findings.append(Finding(.bad, .permissions, .error(fault)))
    }
    if inspection.faults.isEmpty {
      findings.append(Finding(.ok, .permissions, .vault(.filesArePrivate)))
    }
    if !inspection.hasCacheTag { findings.append(Finding(.warn, .backups, .vault(.hasNoCacheTag))) }
    return findings
  }

  private static func isOpenToOthers(_ error: VaultError) -> Bool {
    switch error {
    case .unsafeFile(_, .openToOthers), .unsafeFile(_, .directoryOpenToOthers): true
    default: false
    }
  }
}
