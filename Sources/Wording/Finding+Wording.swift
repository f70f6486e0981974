package import Doctor
internal import Vault

extension Finding {
  /// One line that says what was found.
  package var text: String { wording.text }

  /// One line that says what to do; nil if all is well.
  package var hint: String? { wording.hint }

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
    case .isMissing:
      ("there is no vault yet", "meet somebody, and both of you run \"vernam pair NAME\"")
    case .isLocked:
      (
        "the vault is locked: vernam checked neither its pads nor whether it was copied",
        "run \"vernam unlock\", or give --passphrase-file FILE"
      )
    case .opens(let directory): ("the vault in \(directory) can be opened", nil)
    case .hasNoPassphrase:
      (
        "the vault has no passphrase: anyone who takes this computer can read messages that you have not opened yet",
        "set one with \"vernam passphrase\""
      )
    case .headerIsHalfDamaged:
      (
        "one of two copies of the vault's key is damaged",
        "check the disk; the next command that changes something repairs the copy"
      )
    case .filesArePrivate: ("only you can read the vault's files", nil)
    case .filesAreOpen(let count, let directory):
      (
        "\(count) files of the vault can be opened by other users",
        "run \"chmod -R go-rwx \(ContactName.typed(directory))\""
      )
    case .hasNoCacheTag:
      (
        "CACHEDIR.TAG is missing: backups may include the vault",
        "leave the vault out of backups: vernam will not send with a restored one"
      )
    case .leftFile(let name):
      (
        "\(name) may be left over from a killed command, with the text of a message in it",
        "if you did not make it yourself, and no vernam is running here, delete it"
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
        "ask \(name) to send you a message, and decrypt it"
      )
    case .isHalfDamaged(let name):
      (
        "one of two copies of the state of \(name)'s pad is damaged",
        "check the disk; the next message on this pad repairs the copy"
      )
    case .isClosed(let name, let closure):
      (
        VaultError.sendingClosed(name, closure).what, closure.hint(name)
      )
    case .oldOneIsClosed(let name, let id, let closure):
      (
        "you can no longer send on one of \(name)'s pads: \(closure.reason)",
        "once no more messages come on it, run \"vernam forget \(id.hexadecimal)\""
      )
    }
  }
}
