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
      Init.self, Passphrase.self, Adopt.self,
    ])

  static func main() async {
    Stream.ignoreBrokenPipes()
    forbidCoreDumps()
    do {
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
}
