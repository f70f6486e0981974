internal import ArgumentParser
internal import System
internal import Vault

struct Decrypt: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decrypt",
    abstract: "Read messages that were pasted from anywhere.",
    discussion: "Finds whose they are. Reads FILEs or standard input, prints text, stores files.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The messages; standard input without it, or as \"-\".", completion: .file())
  var files: [String] = []

  @Option(name: .shortAndLong, help: "Write the text or file to OUT.", completion: .file())
  var output: String?

  @Flag(help: "Let a file be replaced.")
  var force = false

  @Flag(help: "Read what is on the clipboard.")
  var paste = false

  @Flag(help: "Show a text word by word, and leave nothing of it on the screen.")
  var reveal = false

  func validate() throws {
    if reveal, output != nil { throw ValidationError("--reveal and -o exclude each other") }
    if paste, !files.isEmpty { throw ValidationError("--paste takes the place of FILE") }
  }

  func run() throws {
    let context = Context(options)
    let vault = try context.openVault()
    if let output, output != "-" {
      try OutputFile(path: output, replaces: force, context: context).check()
    }
    let screen = reveal ? try RevealTerminal() : nil
    let input = MessageInput(vault: vault, context: context)
    let messages = try paste ? input.pasted() : input.messages(files)
    if let output, output != "-", messages.count > 1 {
      throw ValidationError("there are \(messages.count) messages: -o takes one at a time")
    }
    if reveal, messages.count > 1 {
      throw ValidationError("there are \(messages.count) messages: --reveal shows one at a time")
    }
    let reader = MessageReader(
      vault: vault, output: output, replaces: force, screen: screen, context: context)
    var first: Failure?
    for (number, message) in messages.enumerated() {
      do {
        // The screen has signals of its own.
        if reveal {
          try reader.read(message)
        } else {
          try EndingSignals.reporting { try reader.read(message) }
        }
      } catch {
        var failure = Failure(error)
        if messages.count > 1 { failure = failure.ofMessage(number + 1) }
        failure.report()
        first = first ?? failure
      }
    }
    if let first { throw first.wasReported }
  }
}
