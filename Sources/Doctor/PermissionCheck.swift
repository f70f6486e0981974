internal import Vault

/// Whether the vault's files are ours alone, and backups leave them out.
enum PermissionCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard let inspection = snapshot.inspection else { return [] }
    // What keeps the vault from being opened was said already.
    let faults = inspection.faults.filter { $0 != snapshot.obstacle }
    var findings: [Finding] = faults.map { .bad("permissions", $0) }
    if inspection.faults.isEmpty {
      findings.append(.ok("permissions", "the vault's files are yours alone"))
    }
    if !inspection.hasCacheTag {
      findings.append(
        .warn(
          "backups", "CACHEDIR.TAG is missing: backups may take the vault in",
          hint: "leave the vault out of backups: a restored pad would be used twice"))
    }
    return findings
  }
}
