internal import System
internal import Vault

/// What a vault that was copied or restored is recognized by.
enum WitnessCheck {
  private static let about = "copies"

  static func findings(_ patient: Patient) -> [Finding] {
    var findings: [Finding] = []
    if patient.texts.text("/etc/machine-id").map({ $0.utf8.count >= 32 }) != true {
      findings.append(
        .warn(
          about, "this machine has no id: a vault copied to another one is harder to notice",
          hint: "run systemd-machine-id-setup, or dbus-uuidgen --ensure=/etc/machine-id"))
    }
    if patient.inspection?.hasBirth == false {
      findings.append(
        .warn(
          about,
          "the file system does not record when a file was made: copies are harder to notice",
          hint: "keep the vault on ext4, xfs or btrfs"))
    }
    if patient.witnessDirectory == nil {
      findings.append(
        .warn(
          about, "nothing is remembered outside the vault: a restored one is harder to notice",
          hint: "set HOME or XDG_STATE_HOME to a directory that you can write to"))
    }
    if findings.isEmpty { findings = [.ok(about, "a copied or restored vault would be noticed")] }
    return findings
  }
}
