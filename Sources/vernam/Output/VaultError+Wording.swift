internal import System
internal import Vault

extension VaultError {
  /// One line that says what is wrong.
  var what: String { wording.what }
  /// One line that says what to do.
  var hint: String { wording.hint }

  private var wording: (what: String, hint: String) {
    switch self {
    case .noVault(let path):
      ("there is no vault at \(path)", "make one with \"vernam init\", or name it with --vault")
    case .vaultExists(let path):
      ("there is a vault at \(path) already", "name another place with --vault")
    case .wrongPassphrase:
      ("wrong passphrase", "try again; nobody can recover a forgotten one")
    case .noPassphraseFile(let path, let limit):
      (
        "\(path) has more than \(limit) bytes, and is taken for no passphrase file",
        "put the passphrase into a file of its own"
      )
    case .noPassphrase:
      (
        "the vault has a passphrase, and it was not given",
        "type it at a terminal, or give it with --passphrase-file FILE"
      )
    case .headerMissing(let path):
      (
        "\(path) is missing, and pads stand beside it",
        "put it back from a copy; without it they cannot be opened, and a new vault needs a new place"
      )
    case .headerDamaged(let path):
      ("\(path) is damaged", "its pads cannot be opened; meet and pair again in a new vault")
    case .newerVersion(let path):
      ("\(path) was made by a newer vernam", "update vernam on this machine; nothing was changed")
    case .costTooHigh(let path):
      ("\(path) asks for more memory than a vault may", "it was not made by vernam; do not use it")
    case .listDamaged(let path):
      (
        "\(path), the list of forgotten pads, is damaged",
        "your pads still work, but none can be added or forgotten; make another vault for new ones"
      )
    case .bookDamaged(let path):
      (
        "the contact book (\(path)) is damaged: nothing can be sent",
        "you can still read messages; run \"vernam adopt\", then meet and pair again"
      )
    case .tooManyContacts:
      ("the contact book is full", "forget contacts that you no longer need, or use another vault")
    case .counterGone(let path):
      (
        "\(path), which would show that this vault is an older copy, is gone",
        "run \"vernam adopt\", and say whether anything was sent from another copy"
      )
    case .notEnoughMemory(let bytes):
      (
        "the passphrase takes \(bytes >> 20) MiB of memory to try, and there is not as much",
        "close other programs, or raise the limit (ulimit -v), and try again"
      )
    case .keyringRefused(let refusal):
      (
        "the kernel's keyring cannot keep the key: \(refusal.reason)",
        "it may be full, or forbidden as in many containers; use --passphrase-file FILE"
      )
    case .padMissing(let contact, let path):
      (
        "\(contact.map { "\($0)'s pad" } ?? "a pad") is missing (\(path))",
        "put it back; if it is lost, \"vernam forget\" the 32 digits in that path, and pair again"
      )
    case .padDamaged(let contact, let path):
      (
        "\(contact.map { "\($0)'s pad" } ?? "a pad") is damaged (\(path))",
        "check the disk; then \"vernam forget\" the 32 digits of its directory, and pair again"
      )
    case .tooLong(let path, let bytes):
      (
        "\(path) is longer than its \(bytes) bytes: something else wrote to it",
        "check the disk; then cut it with \"truncate -s \(bytes)\" and that path"
      )
    case .unsafeFile(let path, let fault):
      ("\(path) \(fault.what)", fault.hint)
    case .untrustedFileSystem(let path):
      (
        "\(path) is on a network or user-space file system",
        "use a local disk, or take the risk of used pad coming back with --trust-filesystem"
      )
    case .busy(let path):
      ("another vernam is using \(path)", "wait for it to finish, then try again")
    case .replaced(let path):
      ("\(path) was replaced while it was being opened", "try again")
    case .moved(let path):
      (
        "this vault was copied, restored or moved here (\(path))",
        "run \"vernam adopt\", and say whether anything was sent from another copy"
      )
    case .badName:
      (
        "that is not a name for a contact",
        "use 1 to 64 bytes without comma, slash or control characters, no dash or dot in front"
      )
    case .noContact(let name):
      ("there is no contact \(name)", "\"vernam contacts\" lists them; \"vernam pair\" makes one")
    case .carriedPadIsOut(let name, let pad):
      (
        "a carried pad for \(name) is out, and its first message has not come",
        "decrypt that first; or, if the file is lost, \"vernam forget \(pad.hexadecimal)\""
      )
    case .nameTaken(let name):
      (
        "there is a contact \(name) already",
        "choose another name; the same person's pads are put together by --merge"
      )
    case .padKnown:
      ("this pad was taken in before", "every pad is taken in once only; make a new one")
    case .waitingForPeer(let name):
      (
        "still waiting for \(name)'s first message",
        "ask for any message from \(name) and decrypt it"
      )
    case .newPadWaits(let name, let left):
      (
        "still waiting for \(name)'s first message on the new pad",
        "ask \(name) to take that pad in, and to write; then decrypt it"
          + (left > 0 ? "; or shorten this one" : "")
      )
    case .sendingClosed(let name, let closure):
      (
        closure.warning(name),
        "what you receive still works; meet \(name) and run \"vernam pair \(ContactName.typed(name))\""
      )
    case .notEnoughPad(let name, let left, let needed, let pads):
      (
        "\(pads == 1 ? "\(name)'s pad" : "the largest of \(name)'s \(pads) pads") has \(left) bytes "
          + "left and this message needs \(needed)\(pads == 1 ? "" : " of one pad")",
        "meet and run \"vernam pair \(ContactName.typed(name))\""
          + (left > 0 ? ", or shorten it" : "")
      )
    case .spentInVain(let name, let isCertain, let error):
      (
        "\(error.what): the pad of this message to \(name) \(isCertain ? "is" : "may be") spent",
        "it was not released; encrypt to \(name) again, which takes as much pad once more"
      )
    case .deliveredOnly(_, .tooManyMissing(let name)):
      (
        "\(VaultError.tooManyMissing(from: name).what): this message was delivered, and is not used up",
        "keep what was delivered; \(VaultError.tooManyMissing(from: name).hint)"
      )
    case .deliveredOnly(let name, let error):
      (
        "\(error.what): this message from \(name) was delivered, and may not be used up",
        "keep what was delivered; where it is read again, it is the same message"
      )
    case .foreign:
      (
        "this message is not for any pad here (any more), or it is damaged",
        "ask for all of it again; if you forgot a pad, it has to be forgotten there too"
      )
    case .ownMessage(let name):
      ("this is your own message to \(name)", "only \(name) can read it")
    case .alreadyRead(let name):
      ("this message from \(name) was read already", "a message can be read once")
    case .alreadyReadOrGivenUp(let name):
      ("this message from \(name) was read already, or given up", "a message can be read once")
    case .secondPacket(let name, let pad):
      (
        "ALARM: \(name) used the same part of the pad for two messages",
        "\(name)'s vault was copied or restored: meet, pair again, and \"vernam forget "
          + "\(pad.hexadecimal.prefix(8))\""
      )
    case .unknownKind(let number, let name):
      (
        "this message from \(name) is of kind \(number)",
        "update vernam, or take it as it is with -o OUT"
      )
    case .malformedBody(let name):
      ("this message from \(name) has no readable body", "\(name)'s program is at fault; tell them")
    case .unusableName(let name):
      ("this file from \(name) has no name that can be used here", "name one with -o OUT")
    case .tooManyMissing(let name):
      (
        "too many messages from \(name) are missing to keep track of",
        "decrypt the missing ones first, or give them up with \"vernam skip \(ContactName.typed(name))\""
      )
    case .system(let error):
      (error.description, VaultError.hint(for: error))
    }
  }

  private static func hint(for error: SystemError) -> String {
    switch error.code {
    case SystemError.noSpace, SystemError.quotaExceeded:
      "make room on this disk and try again; nothing was released"
    case SystemError.readOnly: "the file system is read-only: mount it for writing"
    case SystemError.notPermitted: "look at its owner and permissions"
    case SystemError.notFound, SystemError.notADirectory: "check the name"
    case SystemError.isDirectory: "name a file"
    case SystemError.exists: "name another file, or let it be replaced with --force"
    case SystemError.interrupted: "nothing was used up: run it again when you like"
    case SystemError.brokenPipe: "the reader went away; the message was not used up"
    default: "check the disk and try again"
    }
  }
}

extension FileFault {
  fileprivate var what: String {
    switch self {
    case .notADirectory: "is not a directory"
    case .notARegularFile: "is not a regular file"
    case .ofAnotherUser: "belongs to another user"
    case .openToOthers: "can be opened by other users"
    case .hasOtherNames: "has more than one name"
    case .missing: "is missing"
    case .inaccessible: "cannot be looked at"
    }
  }

  fileprivate var hint: String {
    self == .missing
      ? "the vault is damaged: meet, and pair again in a new one"
      : "make it yours alone: chown it to you, chmod go-rwx, no links"
  }
}

extension KeyringRefusal {
  fileprivate var reason: String {
    switch self {
    case .noKeyring: "there is none"
    case .system(let error): error.reason
    case .unreadable: "another process cannot read it back"
    case .noKeyThatFits: "there is no key that fits"
    }
  }
}
