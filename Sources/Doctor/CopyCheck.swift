internal import System
internal import Vault

/// The signs by which a copied or restored vault is recognized.
enum CopyCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    var findings: [Finding] = []
    if snapshot.texts.text("/etc/machine-id").map({ $0.utf8.count >= 32 }) != true {
      findings.append(Finding(.warn, .copies, .copies(.noMachineID)))
    }
    if snapshot.inspection?.hasBirth == false, !hasSubvolumes(snapshot) {
      findings.append(Finding(.warn, .copies, .copies(.noBirthTime)))
    }
    if snapshot.counterDirectory == nil {
      findings.append(Finding(.warn, .copies, .copies(.noCounters)))
    }
    return findings.isEmpty ? [Finding(.ok, .copies, .copies(.areNoticed))] : findings
  }

  /// On btrfs a subvolume put back from a snapshot has another id.
  private static func hasSubvolumes(_ snapshot: SystemSnapshot) -> Bool {
    Mount.holding(snapshot.directory, snapshot.texts)?.type == "btrfs"
  }
}
