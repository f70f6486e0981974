internal import System
package import Vault

extension VaultError {
  /// One line that says what is wrong.
  package var what: String { wording.what }
  /// One line that says what to do.
  package var hint: String { wording.hint }

  private var beforeTryingAgain: String {
    if case .system(let error) = self { error.beforeTryingAgain } else { "" }
  }

  private var wording: (what: String, hint: String) {
    switch self {
    case .noVault(let path):
      (
        "you share no pad with anybody yet: there is no vault at \(path)",
        "meet somebody, and both of you run \"vernam pair NAME\"; if you have a vault on another "
          + "computer, see \"You have a new computer\" in \"man vernam\""
      )
    case .vaultExists(let path):
      (
        "there is already a vault at \(path)",
        "use that one, or choose another folder with --vault FOLDER"
      )
    case .wrongPassphrase:
      (
        "wrong passphrase",
        "try again; if you forgot it, your pads are lost: see \"You forgot the passphrase\" in "
          + "\"man vernam\""
      )
    case .passphraseFileTooLong(let path, let limit):
      (
        "\(path) is not a passphrase file: it has more than \(limit) bytes",
        "write the passphrase in a file of its own"
      )
    case .noPassphrase:
      (
        "the vault needs its passphrase",
        "run \"vernam unlock\" first, or add --passphrase-file FILE"
      )
    case .headerMissing(let path):
      (
        "\(path), the key of your vault, is missing, but the pads are still there",
        "if you moved it, put it back; if not, meet and pair again with --vault NEWFOLDER"
      )
    case .headerDamaged(let path):
      (
        "\(path), the key of your vault, is damaged",
        "the pads are lost; meet and pair again with --vault NEWFOLDER"
      )
    case .newerVersion(let path):
      (
        "\(path) was made by a newer version of vernam",
        "update vernam on this computer; nothing was changed"
      )
    case .costTooHigh(let path):
      (
        "\(path) asks for more memory than any vault of vernam needs",
        "it was not made by vernam; do not use it"
      )
    case .listDamaged(let path):
      (
        "\(path), the list of forgotten pads, is damaged",
        "your pads still work; to add one, run \"vernam pair NAME --vault NEWFOLDER\""
      )
    case .bookDamaged(let path):
      (
        "the contact book (\(path)) is damaged: nothing can be sent",
        "you can still read messages; run \"vernam adopt\", then meet and pair again"
      )
    case .tooManyContacts:
      ("the contact book is full", "run \"vernam forget NAME\" for a contact you no longer need")
    case .counterGone(let path):
      (
        "\(path) is missing: vernam cannot tell whether this vault is an old copy",
        "run \"vernam adopt\", which asks whether it is one"
      )
    case .notEnoughMemory(let bytes):
      (
        "vernam needs \(bytes >> 20) MiB of memory to check the passphrase, but less is free",
        "close other programs, or raise the limit (ulimit -v), and try again"
      )
    case .keyringRefused(let refusal):
      (
        "the kernel's keyring cannot keep the key: \(refusal.reason)",
        "use --passphrase-file FILE instead (many containers forbid the keyring)"
      )
    case .padMissing(let contact, let path):
      (
        "\(contact.map { "\($0)'s pad" } ?? "a pad") is missing (\(path))",
        "put it back; if it is lost, run \"vernam forget\" with the 32 digits in that path, and pair again"
      )
    case .padDamaged(let contact, let path):
      (
        "\(contact.map { "\($0)'s pad" } ?? "a pad") is damaged (\(path))",
        "check the disk; then run \"vernam forget\" with the 32 digits in that path, and pair again"
      )
    case .tooLong(let path, let bytes):
      (
        "\(path) is longer than the \(bytes) bytes that it should have: something else wrote to it",
        "check the disk; then run \"truncate -s \(bytes) FILE\" with that path"
      )
    case .unsafeFile(let path, let fault):
      ("\(path) \(fault.what)", fault.hint(ContactName.typed(path)))
    case .untrustedFileSystem(let path):
      (
        "\(path) is on a network disk, or on one that a program provides (such as sshfs)",
        "use a local disk; or add --trust-filesystem, and accept that used pad may come back"
      )
    case .busy(let path):
      ("another vernam is using \(path)", "wait for it to finish, then try again")
    case .conversationIsOpen(let name):
      (
        "a chat with \(name) is open on this computer",
        "use that chat (type fg if you suspended it), or save the files that it offers, and leave it; if "
          + "it is in the vernam window, lock or close that window"
      )
    case .replaced(let path):
      ("\(path) was replaced while it was being opened", "try again")
    case .moved(let path):
      (
        "this vault was copied, restored or moved here (\(path))",
        "if you moved the vault, run \"vernam adopt\", and never use the old copy again; if this is "
          + "only a copy, delete it"
      )
    case .badName:
      (
        "a contact cannot have this name",
        "use a short name without commas or slashes; begin and end with a letter or digit"
      )
    case .noContacts:
      (
        "you share no pad with anybody yet",
        "meet somebody, and both of you run \"vernam pair NAME\""
      )
    case .noContact(let name):
      ("there is no contact \(name)", "run \"vernam contacts\" to see the names")
    case .carriedPadIsOut(let name, let pad):
      (
        "\(name)'s first message on the carried pad has not come yet",
        "decrypt that message first; if the carried file is lost, run \"vernam forget \(pad.hexadecimal)\""
      )
    case .nameTaken(let name):
      (
        "there is already a contact \(name)",
        "choose another name; if both are the same person, with the same vault on the same computer, add --merge"
      )
    case .padKnown:
      (
        "this vault already has this pad, or had it before",
        "run \"vernam pair NAME\" to make a new one"
      )
    case .waitingForPeer(let name):
      (
        "you cannot send until you read \(name)'s first message",
        "if you do not have it, ask \(name) to send you one"
      )
    case .newPadWaits(let name, let left):
      (
        "you cannot send until you read \(name)'s first message on the new pad",
        "if you do not have it, ask \(name) to send you one on that pad"
          + (left > 0 ? "; or send less" : "")
      )
    case .sendingClosed(let name, let closure):
      (closure.warning(name), closure.hint(name))
    case .notEnoughPad(let name, let left, let needed, let pads, let messages):
      (
        ByteCount.comparing(left, needed) { [worth = worth(left, messages)] left, needed in
          "\(pads == 1 ? "\(name)'s pad" : "the largest of \(name)'s \(pads) pads") has \(left) "
            + "left\(worth), but this message needs \(needed)\(pads == 1 ? "" : " in one pad")"
        },
        "meet and run \"vernam pair \(ContactName.typed(name))\""
          + (left > 0 ? ", or send less" : "")
      )
    case .outboxFull(let name):
      (
        "too many messages for \(name) are waiting to be delivered: this one was not sent",
        "wait until \(name) is here and some have arrived, or remove them: run "
          + "\"vernam outbox \(ContactName.typed(name)) --drop\" in another terminal"
      )
    case .spentInVain(let name, let isCertain, let error):
      (
        "\(error.what): the part of the pad for this message to \(name) "
          + "\(isCertain ? "is" : "may be") used up",
        "no message was made; \(error.beforeTryingAgain)encrypt to \(name) again (this uses as much pad again)"
      )
    case .notMarkedAsRead(_, .tooManyMissing(let name)):
      (
        "\(VaultError.tooManyMissing(from: name).what): you got this message, but vernam could not mark it as read",
        "keep what you got; \(VaultError.tooManyMissing(from: name).hint)"
      )
    case .notMarkedAsRead(let name, let error):
      (
        "\(error.what): you got this message from \(name), but vernam may not have marked it as read",
        "keep what you got; if you decrypt it again, you get the same message"
      )
    case .foreign:
      (
        "none of your pads can open this: it is for somebody else, damaged, or not a vernam message",
        "make sure that you have the whole message, or ask for it again; if you have forgotten "
          + "its pad, the sender must run \"vernam forget\" for that pad, too"
      )
    case .ownMessage(let name):
      ("this is your own message to \(name)", "only \(name) can read it")
    case .alreadyRead(let name):
      ("you have already read this message from \(name)", again(name))
    case .alreadyReadOrGivenUp(let name):
      ("you have already read or skipped this message from \(name)", again(name))
    case .padReused(let name, let pad):
      (
        "ALARM: \(name) used the same part of the pad for two messages: others may be able to read both",
        "do not write on this pad; tell \(name) in another way; both of you run \"vernam forget "
          + "\(pad.hexadecimal.prefix(8))\", meet and pair again"
      )
    case .unknownKind(let number, let name):
      (
        "this version of vernam does not know messages of this kind (\(number), from \(name))",
        "update vernam, or save the message as it is: run \"vernam decrypt -o FILE\""
      )
    case .malformedBody(let name):
      (
        "this message from \(name) is genuine, but cannot be read",
        "tell \(name): the program on that computer has a bug"
      )
    case .unusableName(let name):
      (
        "what \(name) sent has no name that can be used here",
        "choose one: vernam decrypt -o FILE (-o - prints it)"
      )
    case .tooManyMissing(let name):
      (
        "so many messages from \(name) are missing that vernam cannot keep track of them",
        "decrypt the missing ones first, or skip them for good: "
          + "run \"vernam skip \(ContactName.typed(name))\""
      )
    case .system(let error): (error.description, error.hint)
    }
  }

  private func again(_ name: String) -> String {
    "it cannot be shown again; ask \(name) to write it again, as a new message"
  }

  /// " (about 32,000 messages or 12 photos)", if it is any.
  private func worth(_ bytes: Int, _ messages: Int) -> String {
    messages == 0 ? "" : " (\(PadAmount(messages: messages, bytes: bytes)))"
  }
}
