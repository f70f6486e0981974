internal import Vault

/// Whether there is a vault, and whether it opens.
enum VaultCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard snapshot.inspection != nil || snapshot.obstacle != nil else {
      return [.warn("vault", "there is no vault yet", hint: "make one with \"vernam init\"")]
    }
    switch snapshot.obstacle {
    case nil: return opened(snapshot)
    case .noPassphrase:
      return [
        .warn(
          "vault", "the vault is locked: its pads were not looked at",
          hint: "run \"vernam unlock\", or give --passphrase-file FILE")
      ]
    case let error?: return [.bad("vault", error)]
    }
  }

  private static func opened(_ snapshot: SystemSnapshot) -> [Finding] {
    var findings: [Finding] = [.ok("vault", "the vault in \(snapshot.directory) opens")]
    if snapshot.hasDamagedHeader {
      findings.append(
        .warn(
          "vault", "one of two copies of the vault's key is damaged",
          hint: "check the disk; the next command that changes something mends it"))
    }
    return findings + snapshot.listDamages.map { .bad("vault", $0) }
  }
}
