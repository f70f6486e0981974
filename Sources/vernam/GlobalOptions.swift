internal import ArgumentParser

/// What every command understands.
struct GlobalOptions: ParsableArguments {
  @Option(
    name: .long, help: "The vault's directory (or VERNAM_VAULT).", completion: .directory)
  var vault: String?

  @Option(
    name: .customLong("passphrase-file"),
    help: "A file with the vault's passphrase (or VERNAM_PASSPHRASE_FILE).", completion: .file())
  var passphraseFile: String?

  @Flag(
    name: .customLong("trust-filesystem"),
    help: "Use a file system that may bring back used pad.")
  var trustFilesystem = false

  @Flag(name: .shortAndLong, help: "Say nothing but results, errors and alarms.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say each step, address and wait; never a secret.")
  var verbose = false

  /// The arguments with those of these options that stand before the command put behind it, where
  /// the parser wants them.
  static func behindCommand(_ arguments: [String]) -> [String] {
    var rest = arguments[...]
    var options: [String] = []
    while let option = rest.first, option.hasPrefix("-") {
      let isWithValue = ["--vault", "--passphrase-file"].contains(option)
      let isKnown =
        isWithValue || ["--trust-filesystem", "-q", "--quiet", "-v", "--verbose"].contains(option)
        || option.hasPrefix("--vault=") || option.hasPrefix("--passphrase-file=")
      guard isKnown, rest.count > 1 else { return arguments }
      let count = isWithValue ? 2 : 1
      options += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    return rest.prefix(1) + options + rest.dropFirst()
  }
}
