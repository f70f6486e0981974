internal import ArgumentParser
internal import System

/// The command line (commands.md). The only target that parses arguments, prints, prompts, exits.
@main
struct Vernam: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vernam",
    abstract: "Share a one-time pad with a person you meet, and write to each other with it.",
    version: "0.1.0",
    subcommands: [
      Pair.self, Encrypt.self, Decrypt.self, Status.self, Contacts.self, Rename.self, Forget.self,
      Init.self, Adopt.self,
    ])

  static func main() async {
    Stream.ignoreBrokenPipes()
    forbidCoreDumps()
    do {
      try checkCommand(CommandLine.arguments.dropFirst().first)
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      Failure(error).exit()
    }
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? String(describing: command).lowercased()
  }

  /// The parser calls a command that it does not know an unexpected argument.
  private static func checkCommand(_ word: String?) throws {
    guard let word, !word.hasPrefix("-"), word != "help" else { return }
    if configuration.subcommands.contains(where: { name(of: $0) == word }) { return }
    throw Failure(
      "there is no command \(word)", hint: "\"vernam help\" lists the commands", code: .usage)
  }
}
