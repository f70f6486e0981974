internal import System
internal import Vault

/// What a vault that was copied or restored is recognized by.
enum CopyCheck {
  private static let about = "copies"
  private static let onlyByOther = "is noticed only once the other end writes"

  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    var findings: [Finding] = []
    if snapshot.texts.text("/etc/machine-id").map({ $0.utf8.count >= 32 }) != true {
      findings.append(
        .warn(
          about, "this machine has no id: a whole disk copied to another one \(onlyByOther)",
          hint: "run systemd-machine-id-setup, or dbus-uuidgen --ensure=/etc/machine-id"))
    }
    if snapshot.inspection?.hasBirth == false, !hasSubvolumes(snapshot) {
      findings.append(
        .warn(
          about,
          "no time of birth on this file system: a copy that gets the same inode \(onlyByOther)",
          hint: "keep the vault on ext4, xfs or btrfs"))
    }
    if snapshot.counterDirectory == nil {
      findings.append(
        .warn(
          about,
          "no counter can be kept outside the vault: an older backup written over its files "
            + onlyByOther,
          hint: "set HOME or XDG_STATE_HOME to a directory that you can write to"))
    }
    return findings.isEmpty ? [healthy] : findings
  }

  private static let healthy = Finding.ok(
    about,
    "a copy, or an older backup put back, is noticed before anything is sent, unless the whole "
      + "machine is restored: that \(onlyByOther)")

  /// On btrfs a subvolume put back from a snapshot has another id.
  private static func hasSubvolumes(_ snapshot: SystemSnapshot) -> Bool {
    Mount.holding(snapshot.directory, snapshot.texts)?.type == "btrfs"
  }
}
