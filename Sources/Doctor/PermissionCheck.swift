internal import Vault

/// Whether the vault's files are ours alone, and backups leave them out.
enum PermissionCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard let inspection = snapshot.inspection else { return [] }
    // An error that keeps the vault from opening was reported already.
    let faults = inspection.faults.filter { $0 != snapshot.obstacle }
    var findings = faults.map { Finding(.bad, .permissions, .error($0)) }
    if inspection.faults.isEmpty {
      findings.append(Finding(.ok, .permissions, .vault(.filesArePrivate)))
    }
    if !inspection.hasCacheTag { findings.append(Finding(.warn, .backups, .vault(.hasNoCacheTag))) }
    return findings
  }
}
