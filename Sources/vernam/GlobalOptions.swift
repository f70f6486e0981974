internal import ArgumentParser

/// The options that every command understands.
struct GlobalOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("Use the vault in this folder (or VERNAM_VAULT).", valueName: "folder"),
    completion: .directory)
  var vault: String?

  @Option(
    name: .customLong("passphrase-file"),
    help: ArgumentHelp("Read the vault's passphrase from this file.", valueName: "file"),
    completion: .file())
  var passphraseFile: String?

  @Flag(
    name: .customLong("trust-filesystem"),
    help: "Allow a network disk, which may bring back used pad.")
  var trustFilesystem = false

  @Flag(name: .shortAndLong, help: "Print only results, errors and important warnings.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Print each step, but no secrets.")
  var verbose = false

  private static let withValue = ["--vault", "--passphrase-file"]
  private static let withoutValue = ["--trust-filesystem", "-q", "--quiet", "-v", "--verbose"]

  /// Whether the argument is one of these options.
  static func contain(_ argument: String) -> Bool {
    (withValue + withoutValue).contains(argument)
      || withValue.contains { argument.hasPrefix($0 + "=") }
  }

  /// The arguments, with any of these options that come before the command moved after it, where
  /// the parser expects them. Without a command, only these options remain; before `help` or any
  /// other option, they are dropped.
  static func behindCommand(_ arguments: [String]) -> [String] {
    var rest = arguments[...]
    var options: [String] = []
    while let option = rest.first, contain(option) {
      let count = withValue.contains(option) ? 2 : 1
      options += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    guard let command = rest.first else { return options }
    if command == "help" { return Array(rest) }
    return command.hasPrefix("-") ? Array(rest) : [command] + options + rest.dropFirst()
  }

  /// The error for arguments that are these options alone.
  static func failure(withoutCommand arguments: ArraySlice<String>) -> Failure {
    if let option = arguments.last, withValue.contains(option),
      !arguments.dropLast().suffix(1).contains(where: withValue.contains)
    {
      return Failure(Failure.needsValue(option), hint: Failure.overview, code: .usage)
    }
    return Failure(
      "no command was given", hint: "\"vernam help\" lists all commands", code: .usage)
  }
}
