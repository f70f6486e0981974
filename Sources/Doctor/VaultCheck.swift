internal import Vault

/// Whether there is a vault, and whether it opens.
enum VaultCheck {
  static func findings(_ snapshot: SystemSnapshot) -> [Finding] {
    guard snapshot.inspection != nil || snapshot.obstacle != nil else {
      return [Finding(.warn, .vault, .vault(.isMissing))]
    }
    return switch snapshot.obstacle {
    case nil: opened(snapshot)
    case .noPassphrase: [Finding(.warn, .vault, .vault(.isLocked))]
    // `PermissionCheck` names all files that other users can open together.
    case let error? where PermissionCheck.isOneOfSeveral(error, snapshot): []
    case let error?: [Finding(.bad, .vault, .error(error))]
    }
  }

  private static func opened(_ snapshot: SystemSnapshot) -> [Finding] {
    var findings = [Finding(.ok, .vault, .vault(.opens(snapshot.directory)))]
    if !snapshot.hasPassphrase { findings.append(Finding(.warn, .vault, .vault(.hasNoPassphrase))) }
    if snapshot.hasDamagedHeader {
      findings.append(Finding(.warn, .vault, .vault(.headerIsHalfDamaged)))
    }
    return findings + snapshot.listDamages.map { Finding(.bad, .vault, .error($0)) }
  }
}
