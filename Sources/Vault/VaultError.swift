package import System

/// Why the vault did not do what was asked.
package enum VaultError: Error, Equatable {
  case noVault(path: String)
  /// There is none, and what stands there has pads in it.
  case headerMissing(path: String)
  case vaultExists(path: String)
  case wrongPassphrase
  /// A file that is named for its first line is longer than any that holds a passphrase.
  case noPassphraseFile(path: String, limit: Int)
  /// The vault has one, and there is nobody to ask.
  case noPassphrase
  case headerDamaged(path: String)
  /// Made by a newer program.
  case newerVersion(path: String)
  /// Nothing that scrypt is asked for may cost more than 1 GiB of memory.
  case costTooHigh(path: String)
  /// The list of the pads that were forgotten.
  case listDamaged(path: String)
  /// Both slots of the contact book are, or it is missing.
  case bookDamaged(path: String)
  /// The contact book has no room for more.
  case tooManyContacts
  /// A counter that is kept outside the vault is not there, or not what was written.
  case counterGone(path: String)
  /// What scrypt needs for the passphrase is not to be had.
  case notEnoughMemory(bytes: Int)
  /// The kernel's keyring did not take the key, or does not give it to other processes.
  case keyringRefused(KeyringRefusal)
  case padDamaged(contact: String?, path: String)
  /// The contact book lists the pad, and it is neither there nor forgotten.
  case padMissing(contact: String?, path: String)
  /// A file of the vault has more bytes than it was made with; only those too many are wrong.
  case tooLong(path: String, bytes: Int)
  /// Owner, permissions, links or kind are not what the vault made.
  case unsafeFile(path: String, FileFault)
  case untrustedFileSystem(path: String)
  /// Another process kept the lock for 30 seconds.
  case busy(path: String)
  /// The file at the path is no longer the one that was opened.
  case replaced(path: String)
  /// The vault, or a pad of it, was copied, restored or moved, or is used on another machine.
  case moved(path: String)

  case badName
  case noContact(String)
  /// A carried pad for this contact is out, and nothing has come back from it.
  case carriedPadIsOut(String, PadID)
  /// The name is taken.
  case nameTaken(String)
  case padKnown

  /// No pad of this contact is confirmed yet.
  case waitingForPeer(String)
  /// No pad that is confirmed has room, but one has that waits; `left` bytes are on the others.
  case newPadWaits(String, left: Int)
  case sendingClosed(String, SendingClosure)
  /// In bytes; `left` is what the one of `pads` has that has most.
  case notEnoughPad(String, left: Int, needed: Int, pads: Int = 1)

  /// The pad of a message is spent, or where that is not `certain` may be, and the message was not
  /// made.
  indirect case spentInVain(to: String, isCertain: Bool, because: VaultError)
  /// A message was delivered, and may have been used up by that or not.
  indirect case deliveredOnly(from: String, because: VaultError)

  /// Not for any pad here, or damaged.
  case foreign
  case ownMessage(to: String)
  case alreadyRead(from: String)
  case alreadyReadOrGivenUp(from: String)
  /// The other end used the same chunks twice: its vault was copied or restored.
  case secondPacket(from: String, on: PadID)
  case unknownKind(UInt8, from: String)
  case malformedBody(from: String)
  /// A file whose name could do harm here, or is none.
  case unusableName(from: String)
  case tooManyMissing(from: String)

  case system(SystemError)

  /// Whether it says that there is nothing.
  var isAbsence: Bool {
    if case .system(let error) = self { error.code == SystemError.notFound } else { false }
  }

  var isGoneCounter: Bool {
    if case .counterGone = self { true } else { false }
  }

  /// The same of a contact's pad, once the book has told whose it is.
  func of(_ contact: String) -> VaultError {
    switch self {
    case .padDamaged(nil, let path): .padDamaged(contact: contact, path: path)
    case .padMissing(nil, let path): .padMissing(contact: contact, path: path)
    default: self
    }
  }

  /// Whether it is one pad that cannot be read, which does not stand between the others and their
  /// messages.
  var isOfOnePad: Bool {
    switch self {
    case .padDamaged, .padMissing, .tooLong: true
    default: false
    }
  }
}
