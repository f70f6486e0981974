internal import Vault

/// Whether there is a vault, and whether it opens.
enum VaultCheck {
  static func findings(_ patient: Patient) -> [Finding] {
    guard patient.inspection != nil else {
      return [.warn("vault", "there is no vault yet", hint: "make one with \"vernam init\"")]
    }
    switch patient.obstacle {
    case nil: return [.ok("vault", "the vault in \(patient.directory) opens")]
    case .noPassphrase:
      return [
        .warn(
          "vault", "the vault is locked: its pads were not looked at",
          hint: "run \"vernam unlock\", or give --passphrase-file FILE")
      ]
    case let error?: return [.bad("vault", error.description, hint: error.hint)]
    }
  }
}
