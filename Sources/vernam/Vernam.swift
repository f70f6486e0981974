internal import ArgumentParser
internal import Discovery
internal import System
internal import Wording

/// The command line (vernam(1)). No other target of this program parses arguments or prints.
@main
struct Vernam: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vernam",
    abstract: "Share a one-time pad with a person you meet, and use it to exchange messages.",
    version: ProgramVersion.text,
    subcommands: [
      Pair.self, Encrypt.self, Decrypt.self, Chat.self, OutboxCommand.self, Status.self,
      Contacts.self,
      Rename.self, Skip.self,
      Forget.self, Generate.self, Test.self,
      Init.self, Unlock.self, Lock.self, Passphrase.self, Adopt.self, DoctorCommand.self,
    ])

  static func main() async {
    Search.silenceWarnings()
    Stream.guardStandardStreams()
    forbidCoreDumps()
    let arguments = GlobalOptions.behindCommand(Array(CommandLine.arguments.dropFirst()))
    do {
      // Swift reads them from /proc: without it, it would look as if no command was given.
      guard !CommandLine.arguments.isEmpty else {
        throw Failure(
          "vernam cannot read its command line: /proc is not mounted",
          hint: "as root, run \"mount -t proc proc /proc\"",
          code: .ourFault)
      }
      try checkEncoding()
      try checkCommand(arguments[...])
      if arguments.isEmpty { return try FirstSteps.show() }
      var command = try parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      Failure(error).exit()
    }
  }

  /// Swift repairs invalid UTF-8: two different file names could become one.
  private static func checkEncoding() throws {
    let arguments = unsafe UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    for index in arguments.indices {
      guard let argument = unsafe arguments[index],
        unsafe String(validatingCString: argument) == nil
      else { continue }
      throw Failure(
        "a name on the command line is not UTF-8",
        hint: "rename the file, or use \"<\" to read it and \">\" to write it",
        code: .usage)
    }
  }

  /// Each command states its name: deriving it from the type's name costs the parser a fifth of the
  /// program's start.
  private static func name(of command: any ParsableCommand.Type) -> String {
    guard let name = command.configuration.commandName else {
      preconditionFailure("\(command) has no name")
    }
    return name
  }

  /// What other programs call a command of ours.
  private static let synonyms = [
    "remove": "forget", "delete": "forget", "rm": "forget", "send": "encrypt", "write": "encrypt",
    "read": "decrypt", "open": "decrypt", "talk": "chat", "list": "status", "ls": "status",
  ]

  private static func suggestion(for word: String) -> String {
    if let name = synonyms[word.lowercased()] { return "did you mean \"vernam \(name)\"? " }
    let names = configuration.subcommands.map(name)
    return NearestWord.find(word.lowercased(), among: names).map {
      "did you mean \"vernam \($0)\"? "
    } ?? ""
  }

  /// The suggestion for a name before the command, as in `vernam bob pair`; nil if it is not so.
  private static func swapped(_ words: ArraySlice<String>, _ name: String) -> String? {
    guard words.count == 2, let command = words.last,
      ["pair", "encrypt", "chat", "outbox", "status", "skip", "forget"].contains(command)
    else { return nil }
    return "did you mean \"vernam \(command) \(name)\"? "
  }

  /// The command of that name; nil if there is none.
  static func subcommand(_ word: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { name(of: $0) == word }
  }

  /// The parser calls an unknown command an unexpected argument, and answers a request for help on
  /// one with the overview. A word that cannot be a command may be anything, so it is not repeated.
  private static func checkCommand(_ arguments: ArraySlice<String>) throws {
    if let option = arguments.first, GlobalOptions.contain(option) {
      throw GlobalOptions.failure(withoutCommand: arguments)
    }
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments
    guard let word = words.first, !word.hasPrefix("-"), word != "help" else { return }
    if subcommand(word) != nil { return }
    let isShort = word.utf8.count <= 16
    let isPlain = isShort && word.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    let swapped = swapped(words, isPlain ? word : "NAME")
    throw Failure(
      "there is no command " + (isPlain ? word : "of that name"),
      hint: (swapped ?? (isShort ? suggestion(for: word) : ""))
        + "\"vernam help\" lists all commands",
      code: .usage)
  }
}
