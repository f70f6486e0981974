internal import Vault

/// Whether there is a vault, and whether it opens.
enum VaultCheck {
  static func findings(_ patient: Patient) -> [Finding] {
    guard patient.inspection != nil || patient.obstacle != nil else {
      return [.warn("vault", "there is no vault yet", hint: "make one with \"vernam init\"")]
    }
    switch patient.obstacle {
    case nil: return opened(patient)
    case .noPassphrase:
      return [
        .warn(
          "vault", "the vault is locked: its pads were not looked at",
          hint: "run \"vernam unlock\", or give --passphrase-file FILE")
      ]
    case let error?: return [.bad("vault", error)]
    }
  }

  private static func opened(_ patient: Patient) -> [Finding] {
    var findings: [Finding] = [.ok("vault", "the vault in \(patient.directory) opens")]
    if patient.hasDamagedHeader {
      findings.append(
        .warn(
          "vault", "one of two copies of the vault's key is damaged",
          hint: "check the disk; the next command that changes something mends it"))
    }
    return findings + patient.listDamages.map { .bad("vault", $0) }
  }
}
