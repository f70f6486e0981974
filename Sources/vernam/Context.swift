internal import Pad
internal import System
internal import Vault
internal import Wording

/// Everything a command works with, taken from its options and environment.
struct Context {
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

  func say(_ text: String) { if !options.quiet { StandardError.line(text) } }

  func say(verbosely text: String) { if options.verbose { StandardError.line(text) } }

  /// Called before secrets are handled.
  func warnIfMemoryIsNotLocked() {
    if SecretBytes.areLocked || isQuiet { return }
    StandardError.warningOnce(
      "Linux may write keys and messages to the disk: run \"vernam doctor\" to see how to stop it")
  }

  // MARK: The vault

  func directory() throws -> String {
    if let named = options.vault { return VaultPlaces.trimmed(named) }
    if let found = VaultPlaces.directory() { return found }
    throw Failure(
      "HOME is not set: vernam cannot find your vault", hint: "add --vault FOLDER", code: .noInput)
  }

  /// Whether a file at `path` would be inside the vault, where writing by mistake destroys pads.
  func isInsideVault(_ path: String) throws -> Bool {
    try storage.isInside(directory(), path)
  }

  /// Opens the vault. If there is none and `isMade` is true, makes one: on a terminal, or with a
  /// passphrase file.
  func openVault(
    for access: Access = .changing, makingOne isMade: Bool = false, asksAlways: Bool = false
  ) throws -> Vault {
    warnIfMemoryIsNotLocked()
    let directory = try directory()
    if try !Vault.exists(directory, storage: storage) {
      let absence = Vault.absence(directory, storage)
      guard isMade, case .noVault = absence else { throw absence }
      if let made = try openNewVault() { return made }
    }
    return try withRetyping {
      try Vault.open(
        directory, for: access, asksAlways: asksAlways, environment: environment()
      ) { () throws(VaultError) in try passphrase() }
    }
  }

  /// Makes a vault and opens it with the passphrase just given; nil if another command made one
  /// meanwhile.
  private func openNewVault() throws -> Vault? {
    defer { ControllingTerminal.restoreEcho() }
    let passphrase = try newPassphrase()
    do { try makeVault(passphrase: passphrase) } catch VaultError.vaultExists { return nil }
    return try Vault.open(directory(), environment: environment()) { () throws(VaultError) in
      passphrase.withBytes { SecretBytes(copying: $0) }
    }
  }

  /// Throws if there already is a vault, even a damaged one.
  func checkNoVault() throws {
    let directory = try directory()
    if try Vault.exists(directory, storage: storage) {
      throw VaultError.vaultExists(path: directory)
    }
    let absence = Vault.absence(directory, storage)
    guard case .noVault = absence else { throw absence }
  }

  func makeVault(passphrase: borrowing SecretBytes) throws {
    let directory = try directory()
    try Vault.create(
      directory, environment: environment(), passphrase: passphrase, cost: cost(of: passphrase))
    say("made a vault in \(directory)")
    tell(of: passphrase)
  }

  func environment() -> VaultEnvironment {
    let (isQuiet, trusts) = (isQuiet, options.trustFilesystem)
    return VaultEnvironment(
      storage: storage, randomness: randomness,
      counterDirectory: VaultPlaces.counterDirectory(), trustsFileSystem: trusts,
      keyring: KernelKeyring(),
      warn: { if !isQuiet || $0.isAlarm { StandardError.warningOnce($0.text, hint: $0.hint) } })
  }
}
