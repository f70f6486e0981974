internal import Pad
internal import Primitives
internal import System
internal import Vault

/// What a command works with, from its options and its environment.
struct Context {
  private static let passphraseLimit = 1 << 16

  let options: GlobalOptions
  let storage: any Storage = Disk()
  let randomness: any Randomness = KernelRandomness()

  init(_ options: GlobalOptions) { self.options = options }

  var isQuiet: Bool { options.quiet }

  /// Whether bars and prompts have to be ASCII.
  var isASCII: Bool {
    let name =
      Machine.environment("LC_ALL") ?? Machine.environment("LC_CTYPE")
      ?? Machine.environment("LANG") ?? "C"
    return !name.uppercased().contains("UTF")
  }

  func say(_ text: String) { if !options.quiet { Notes.line(text) } }

  func say(verbosely text: String) { if options.verbose { Notes.line(text) } }

  // MARK: The vault

  func directory() throws -> String {
    if let named = options.vault ?? Machine.environment("VERNAM_VAULT") { return named }
    return try place("XDG_DATA_HOME", ".local/share")
  }

  /// Opens the vault. `isMade` makes one where there is none: on a terminal, or with a passphrase
  /// file.
  func openVault(makingOne isMade: Bool = false) throws -> Vault {
    let directory = try directory()
    let environment = try environment()
    if try !Vault.exists(directory, storage: storage) {
      guard isMade else { throw VaultError.noVault(path: directory) }
      try makeVault(passphrase: newPassphrase())
    }
    return try Vault.open(directory, environment: environment) { () throws(VaultError) in
      try passphrase()
    }
  }

  /// Throws where a vault stands already.
  func checkNoVault() throws {
    let directory = try directory()
    if try Vault.exists(directory, storage: storage) {
      throw VaultError.vaultExists(path: directory)
    }
  }

  func makeVault(passphrase: borrowing SecretBytes) throws {
    let directory = try directory()
    let cost = passphrase.count == 0 ? Scrypt.Cost.least : Scrypt.Cost.calibrated()
    try Vault.create(directory, environment: environment(), passphrase: passphrase, cost: cost)
    say("made a vault in \(directory)")
    if passphrase.count == 0 {
      say("it has no passphrase: whoever can read these files can read what is left of its pads")
    }
  }

  /// The passphrase for a new vault: from the file, or typed twice.
  func newPassphrase() throws -> SecretBytes {
    if let file = passphraseFile { return try read(passphraseFile: file) }
    guard let first = try ask("New passphrase for your vault (may be empty): ") else {
      throw Failure(
        "there is no vault at \(try directory()), and no terminal to ask for a passphrase",
        hint: "run \"vernam init --no-passphrase\", or \"vernam init --passphrase-file FILE\"",
        code: .noInput)
    }
    let second = try ask("The same again: ")
    let areEqual = first.withBytes { first in
      second?.withBytes { equalInConstantTime(first, $0) } ?? false
    }
    guard areEqual else {
      throw Failure("the two passphrases differ", hint: "try again", code: .refused)
    }
    return first
  }

  private func environment() throws -> VaultEnvironment {
    let (isQuiet, trusts) = (isQuiet, options.trustFilesystem)
    return VaultEnvironment(
      storage: storage, randomness: randomness, witnessDirectory: witnessDirectory(),
      trustsFileSystem: trusts, warn: { if !isQuiet { Notes.warning($0) } })
  }

  /// Where generations are remembered outside the vault; made on first need.
  private func witnessDirectory() -> String? {
    guard let directory = try? place("XDG_STATE_HOME", ".local/state") else { return nil }
    return (try? storage.makeDirectories(directory)) == nil ? nil : directory
  }

  private func place(_ variable: String, _ fallback: String) throws -> String {
    if let base = Machine.environment(variable), base.hasPrefix("/") { return base + "/vernam" }
    guard let home = Machine.environment("HOME") else {
      throw Failure(
        "HOME is not set", hint: "name the vault's directory with --vault", code: .noInput)
    }
    return "\(home)/\(fallback)/vernam"
  }

  // MARK: Passphrases

  private var passphraseFile: String? {
    options.passphraseFile ?? Machine.environment("VERNAM_PASSPHRASE_FILE")
  }

  private func passphrase() throws(VaultError) -> SecretBytes {
    if let file = passphraseFile { return try read(passphraseFile: file) }
    do throws(SystemError) { return try PassphraseEntry.ask("Passphrase: ") } catch {
      throw error.code == ControllingTerminal.missing ? .noPassphrase : .system(error)
    }
  }

  /// A passphrase typed at the terminal; nil where there is none.
  private func ask(_ prompt: String) throws(VaultError) -> SecretBytes? {
    do throws(SystemError) { return try PassphraseEntry.ask(prompt) } catch {
      if error.code == ControllingTerminal.missing { return nil }
      throw .system(error)
    }
  }

  /// The first line of the file.
  private func read(passphraseFile path: String) throws(VaultError) -> SecretBytes {
    do throws(SystemError) {
      let file = try InputFile(path)
      guard let bytes = try SecretBytes.reading(file.stream, limit: Context.passphraseLimit) else {
        throw SystemError("read", path, code: SystemError.tooLarge)
      }
      let end = bytes.withBytes { bytes in
        bytes.indices.first { bytes[$0] == UInt8(ascii: "\n") } ?? bytes.count
      }
      return bytes.resized(end, keeping: end)
    } catch { throw .system(error) }
  }
}
