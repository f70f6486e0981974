internal import ArgumentParser

/// What every command understands.
struct GlobalOptions: ParsableArguments {
  @Option(
    name: .long, help: "The vault's directory (or VERNAM_VAULT).", completion: .directory)
  var vault: String?

  @Option(
    name: .customLong("passphrase-file"),
    help: "A file with the vault's passphrase (or VERNAM_PASSPHRASE_FILE).")
  var passphraseFile: String?

  @Flag(
    name: .customLong("trust-filesystem"),
    help: "Use a file system that may bring back used pad.")
  var trustFilesystem = false

  @Flag(name: .shortAndLong, help: "Say nothing but errors.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say each step, address and wait; never a secret.")
  var verbose = false
}
