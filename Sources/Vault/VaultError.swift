package import System

/// Why the vault did not do what was asked.
package enum VaultError: Error, Equatable {
  case noVault(path: String)
  /// There is no header, but there are pads.
  case headerMissing(path: String)
  case vaultExists(path: String)
  case wrongPassphrase
  /// The file whose first line should be the passphrase is longer than any that holds one.
  case passphraseFileTooLong(path: String, limit: Int)
  /// The vault has a passphrase, and there is nobody to ask for it.
  case noPassphrase
  case headerDamaged(path: String)
  /// Made by a newer program.
  case newerVersion(path: String)
  /// Scrypt may not cost more than 1 GiB of memory.
  case costTooHigh(path: String)
  /// The list of forgotten pads is damaged.
  case listDamaged(path: String)
  /// Both slots of the contact book are damaged, or it is missing.
  case bookDamaged(path: String)
  /// The contact book has no room for more.
  case tooManyContacts
  /// A counter that is kept outside the vault is not there, or not what was written.
  case counterGone(path: String)
  /// The memory that scrypt needs for the passphrase is not available.
  case notEnoughMemory(bytes: Int)
  /// The kernel's keyring refused the key, or does not give it to other processes.
  case keyringRefused(KeyringRefusal)
  case padDamaged(contact: String?, path: String)
  /// The contact book lists the pad, which is neither there nor forgotten.
  case padMissing(contact: String?, path: String)
  /// A file of the vault is longer than it was made; only the extra bytes are wrong.
  case tooLong(path: String, bytes: Int)
  /// Owner, permissions, links or kind are not what the vault made.
  case unsafeFile(path: String, FileFault)
  case untrustedFileSystem(path: String)
  /// Another process kept the lock for 30 seconds.
  case busy(path: String)
  /// Another conversation with this contact is open.
  case conversationIsOpen(String)
  /// The file at the path is no longer the one that was opened.
  case replaced(path: String)
  /// The vault, or a pad of it, was copied, restored or moved, or is used on another machine.
  case moved(path: String)

  case badName
  /// There is no contact at all.
  case noContacts
  case noContact(String)
  /// A carried pad for this contact is out, and nothing has come back from it.
  case carriedPadIsOut(String, PadID)
  /// The name is taken.
  case nameTaken(String)
  case padKnown

  /// No pad of this contact is confirmed yet.
  case waitingForPeer(String)
  /// No confirmed pad has room, but a waiting one has; `left` is the most on a confirmed one.
  case newPadWaits(String, left: Int)
  case sendingClosed(String, SendingClosure)
  /// In bytes; `left` is the most that any one of `pads` has.
  case notEnoughPad(String, left: Int, needed: Int, pads: Int = 1, messages: Int = 0)

  /// Too many messages wait in the outbox for this contact.
  case outboxFull(String)
  /// The pad of a message is spent (or may be, unless `isCertain`), but the message was not made.
  indirect case spentInVain(to: String, isCertain: Bool, because: VaultError)
  /// A message was delivered, and may or may not have been used up.
  indirect case notMarkedAsRead(from: String, because: VaultError)

  /// Not for any pad here, or damaged.
  case foreign
  case ownMessage(to: String)
  case alreadyRead(from: String)
  case alreadyReadOrGivenUp(from: String)
  /// The other end used the same chunks twice: its vault was copied or restored.
  case padReused(from: String, on: PadID)
  case unknownKind(UInt8, from: String)
  case malformedBody(from: String)
  /// The file's name could do harm here, or is not a name.
  case unusableName(from: String)
  case tooManyMissing(from: String)

  case system(SystemError)

  /// Whether it says that something does not exist.
  var isAbsence: Bool {
    if case .system(let error) = self { error.code == SystemError.notFound } else { false }
  }

  var isGoneCounter: Bool {
    if case .counterGone = self { true } else { false }
  }

  /// The same error with the contact's name, once the book has told whose pad it is.
  func of(_ contact: String) -> VaultError {
    switch self {
    case .padDamaged(nil, let path): .padDamaged(contact: contact, path: path)
    case .padMissing(nil, let path): .padMissing(contact: contact, path: path)
    default: self
    }
  }

  /// Whether it concerns one unreadable pad only, and not the other pads and their messages.
  var isOfOnePad: Bool {
    switch self {
    case .padDamaged, .padMissing, .tooLong: true
    default: false
    }
  }
}
