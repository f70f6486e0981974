/// Checks of this machine, which change nothing.
package enum Doctor {
  /// Every check, in the order of the report.
  private static let checks: [@Sendable (SystemSnapshot) -> [Finding]] = [
    VaultCheck.findings, PermissionCheck.findings, PadCheck.findings, LeftoverCheck.findings,
    FileSystemCheck.findings, MediumCheck.findings, CopyCheck.findings, MemoryCheck.findings,
    SwapCheck.findings, HibernationCheck.findings, CoreDumpCheck.findings, KeyringCheck.findings,
    DaemonCheck.findings, FirewallCheck.findings,
  ]

  package static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    checks.flatMap { $0(snapshot) }
  }
}
