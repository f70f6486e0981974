internal import Doctor
internal import Vault

extension Finding {
  /// One line that says what was found.
  var text: String { wording.text }

  /// One line that says what to do; nil if all is well.
  var hint: String? { wording.hint }

  private var wording: (text: String, hint: String?) {
    switch what {
    case .error(let error): (error.what, error.hint)
    case .vault(let fact): fact.wording
    case .pads(let fact): fact.wording
    case .fileSystem(let fact): fact.wording
    case .disk(let fact): fact.wording
    case .copies(let fact): fact.wording
    case .memory(let fact): fact.wording
    case .pairing(let fact): fact.wording
    }
  }
}

extension VaultFact {
  fileprivate var wording: (text: String, hint: String?) {
    switch self {
    case .isMissing: ("there is no vault yet", "make one with \"vernam init\"")
    case .isLocked:
      (
        "the vault is locked: its pads were not looked at",
        "run \"vernam unlock\", or give --passphrase-file FILE"
      )
    case .opens(let directory): ("the vault in \(directory) opens", nil)
    case .headerIsHalfDamaged:
      (
        "one of two copies of the vault's key is damaged",
        "check the disk; the next command that changes something repairs it"
      )
    case .filesArePrivate: ("only you can read the vault's files", nil)
    case .hasNoCacheTag:
      (
        "CACHEDIR.TAG is missing: backups may include the vault",
        "leave the vault out of backups: a restored pad would be used twice"
      )
    case .leftFile(let name):
      (
        "\(name) is what a killed command was writing: it may hold the text of a message",
        "if no vernam is at work here, remove it"
      )
    }
  }
}

extension PadFact {
  fileprivate var wording: (text: String, hint: String?) {
    switch self {
    case .noneYet: ("there are no pads yet", nil)
    case .work(let count): ("\(count) pad\(count == 1 ? " works" : "s work")", nil)
    case .waits(let name):
      (
        "\(name)'s pad waits for \(name)'s first message",
        "ask for any message from \(name) and decrypt it"
      )
    case .isHalfDamaged(let name):
      (
        "one of two copies of the state of \(name)'s pad is damaged",
        "check the disk; the next message on it repairs it"
      )
    case .isClosed(let name, let closure):
      (
        VaultError.sendingClosed(name, closure).what,
        "meet \(name) and run \"vernam pair \(ContactName.typed(name))\""
      )
    case .oldOneIsClosed(let name, let id, let closure):
      (
        "one of \(name)'s pads sends no more: \(closure.reason)",
        "when nothing more comes on it, \"vernam forget \(id.hexadecimal)\""
      )
    }
  }
}
