internal import Pad
internal import Pairing
internal import Primitives
internal import System
internal import Vault
internal import Wording

extension Context {
  private static let passphraseLimit = 1 << 16
  private static let passphraseTries = 3

  private var passphraseFile: String? {
    options.passphraseFile ?? Machine.environment("VERNAM_PASSPHRASE_FILE")
  }

  /// The vault's passphrase from the file; nil if no file was named.
  func passphraseGiven() throws(VaultError) -> SecretBytes? {
    guard let file = passphraseFile else { return nil }
    return try read(passphraseFile: file)
  }

  /// The vault's passphrase: from the file, or typed.
  func passphrase() throws(VaultError) -> SecretBytes {
    if let given = try passphraseGiven() { return given }
    say(verbosely: "\"vernam unlock\" remembers the passphrase for a while")
    guard let typed = try ask("Passphrase (not shown as you type): ") else { throw .noPassphrase }
    return typed
  }

  /// Opens the vault, with three tries in all if the passphrase is typed.
  func withRetyping<Opened>(_ open: () throws -> Opened) throws -> Opened {
    try Context.retrying(isTyped: passphraseFile == nil, open)
  }

  /// Opens something that has a passphrase. A wrong one is asked for again, three times in all,
  /// unless it comes from a file, which would only repeat it. Keys typed meanwhile are not shown.
  static func retrying<Opened>(isTyped: Bool, _ open: () throws -> Opened) throws -> Opened {
    defer { ControllingTerminal.restoreEcho() }
    for _ in 1..<passphraseTries {
      do { return try open() } catch let error where isTyped && isWrongPassphrase(error) {
        StandardError.line("wrong passphrase, try again")
      }
    }
    return try open()
  }

  private static func isWrongPassphrase(_ error: any Error) -> Bool {
    switch error {
    case VaultError.wrongPassphrase, PairingError.wrongCarriedPassphrase: true
    default: false
    }
  }

  /// The passphrase for a new vault: from the file, or typed twice.
  func newPassphrase() throws -> SecretBytes {
    if passphraseFile == nil, Stream.input.isTerminal {
      say(
        "A passphrase protects your pads if this computer is stolen. If you forget the passphrase, "
          + "nobody can recover it. Nothing shows as you type.")
    }
    return try chosen(
      passphraseFile, "New passphrase (Enter for none): ",
      ifEmpty:
        "write the passphrase in its first line; for none, run \"vernam init --no-passphrase\"",
      else: Failure(
        "there is no vault at \(directory()), and no passphrase was given for one",
        hint: "run \"vernam init --no-passphrase\", or \"vernam init --passphrase-file FILE\"",
        code: .noInput))
  }

  /// The new passphrase of an existing vault: from `file`, or typed twice. If it is empty and
  /// `removes` the one that the vault has, the person is asked.
  func otherPassphrase(from file: String?, removes: Bool) throws -> SecretBytes {
    try chosen(
      file, "New passphrase (Enter for none): ", removes: removes,
      ifEmpty: "write the passphrase in its first line, or use --no-passphrase instead",
      else: Failure(
        "there is no new passphrase",
        hint: "run the command in a terminal, or add --new-passphrase-file FILE or --no-passphrase",
        code: .usage))
  }

  /// The passphrase to seal a carried file under: from `file`, or typed twice. The echo stays off.
  func newCarriedPassphrase(from file: String?) throws -> SecretBytes {
    try chosen(
      file, "New passphrase for the carried file: ", ifEmpty: Context.emptyCarriedHint,
      else: Failure(
        "no passphrase was given for the carried file",
        hint:
          "run the command in a terminal, or give the passphrase with --carry-passphrase-file FILE",
        code: .refused))
  }

  private static let emptyCarriedHint =
    "write the passphrase in its first line, or leave out --carry-passphrase-file"

  /// The passphrase that a carried file was sealed under, from `file`.
  func carriedPassphrase(from file: String) throws -> SecretBytes {
    try read(fullPassphraseFile: file, ifEmpty: Context.emptyCarriedHint)
  }

  /// The passphrase that a carried file was sealed under, typed; nil if it was not given.
  func typedCarriedPassphrase() throws(VaultError) -> SecretBytes? {
    try ask("Passphrase of the carried file: ")
  }

  /// How much each guess at this passphrase is made to cost.
  func cost(of passphrase: borrowing SecretBytes) -> Scrypt.Cost {
    passphrase.count == 0 ? .least : .calibrated()
  }

  /// What a person should know about the passphrase that the vault has now.
  func tell(of passphrase: borrowing SecretBytes) {
    guard passphrase.count > 0 else {
      return say(
        "without a passphrase, anyone who takes this computer can read messages you have not opened yet"
      )
    }
    say("nobody can recover this passphrase: if you forget it, your pads are lost")
    say(
      "\"vernam unlock\" remembers it for a while, so that you need not type it for each command")
  }

  /// Says how strong it is, while another can still be chosen.
  private func judge(_ passphrase: borrowing SecretBytes) {
    if passphrase.count == 0 { return }
    say(passphrase.withBytes { PassphraseStrength($0) }.sentence)
  }

  /// A new passphrase: from the file, or typed twice. To a question whether an empty one `removes`
  /// the old one, Enter means no.
  private func chosen(
    _ file: String?, _ prompt: String, removes: Bool = false, ifEmpty hint: String,
    else failure: Failure
  ) throws -> SecretBytes {
    if let file {
      let given = try read(fullPassphraseFile: file, ifEmpty: hint)
      judge(given)
      return given
    }
    while true {
      guard let first = try ask(prompt) else { throw failure }
      judge(first)
      if first.count == 0, removes {
        ControllingTerminal.restoreEcho()
        if try Confirmation.isYes(Context.removal, ifEmpty: false) == true { return first }
        continue
      }
      let again =
        first.count == 0
        ? "No passphrase? Press Enter again: " : "Type it again (Enter to change it): "
      guard let second = try ask(again) else { throw failure }
      if first.count > 0, second.count == 0 { continue }
      let areEqual = first.withBytes { first in
        second.withBytes { equalInConstantTime(first, $0) }
      }
      if areEqual { return first }
      StandardError.line("They differ. Type both again.")
    }
  }

  private static let removal =
    "Remove the passphrase? Then anyone who takes this computer can read messages that you have not "
    + "opened yet. [y/N] "

  /// A passphrase typed at the terminal; nil if there is no terminal.
  private func ask(_ prompt: String) throws(VaultError) -> SecretBytes? {
    do throws(SystemError) {
      return try PassphraseEntry.ask(prompt, ifEnded: Failure.cancelled.what)
    } catch {
      if error.code == ControllingTerminal.missing { return nil }
      throw .system(error)
    }
  }

  /// The first line of the file. An empty one is refused: it protects nothing, and nobody has seen
  /// it.
  private func read(fullPassphraseFile path: String, ifEmpty hint: String) throws -> SecretBytes {
    let passphrase = try read(passphraseFile: path)
    if passphrase.count > 0 { return passphrase }
    throw Failure("the first line of \(path) is empty", hint: hint, code: .usage)
  }

  /// The first line of the file, with a Unix or Windows line ending. A file or pipe of this user's
  /// that others may read or write is refused, as ssh(1) does with keys. From a pipe nothing is
  /// awaited after the first line.
  private func read(passphraseFile path: String) throws(VaultError) -> SecretBytes {
    let text: SecretBytes?
    let found: FileAttributes
    do throws(SystemError) {
      let file = try InputFile(path)
      found = try file.stream.attributes()
      text = try SecretBytes.reading(
        file.stream, limit: Context.passphraseLimit, until: UInt8(ascii: "\n"))
    } catch { throw .system(error) }
    if [.regular, .pipe].contains(found.kind), found.owner == Machine.user,
      found.permissions & 0o077 != 0
    {
      throw .unsafeFile(path: path, .openToOthers)
    }
    guard let bytes = text else {
      throw .passphraseFileTooLong(path: path, limit: Context.passphraseLimit)
    }
    let end = bytes.withBytes { bytes in
      let end = bytes.indices.first { bytes[$0] == UInt8(ascii: "\n") } ?? bytes.count
      return end > 0 && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
    }
    return bytes.resized(end, keeping: end)
  }
}
